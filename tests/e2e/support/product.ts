import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { launchProduct, ONE_THREAD } from "./launch-product";

declare module "vitest" {
  export interface ProvidedContext {
    /** Origin of web, and the folder in which this copy of the product keeps its data. */
    origin: string;
    dataDir: string;
  }
}

/** Starts the product in an empty folder and, after the last test, stops it with everything it started. */
export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "millrace-e2e-"));
  const product = await launchProduct(dataDir, ".", ONE_THREAD);
  project.provide("origin", product.origin);
  project.provide("dataDir", dataDir);
  return async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
