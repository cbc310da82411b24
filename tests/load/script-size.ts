import { readFile } from "node:fs/promises";
import { gzipped } from "~/platform/http/server-files";
import { scriptBytes } from "../support/script-bytes";
import { screens } from "~/routes.js";
import { figure, heading } from "./report";

const CUSTOMERS = new Set(screens.filter(({ audience }) => audience !== "operator").map(({ file }) => file));

/**
 * Script that the browser loads for each customer screen, gzipped, without charts that are loaded later. Needs a build.
 */
export async function benchScriptSize(): Promise<void> {
  heading("Script on customer screens (gzip)");
  const sizes = [...(await scriptBytes(async (file) => gzipped(await readFile(`public${file}`)).length))]
    .filter(([id]) => CUSTOMERS.has(`${id}.tsx`))
    .sort(([, a], [, b]) => b - a);
  for (const [id, bytes] of sizes) figure(id, `${(bytes / 1024).toFixed(1)} KB`, "at most 130 KB");
}
