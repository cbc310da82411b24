import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Origin of web, and the folder in which this copy of the product keeps its data. */
    origin: string;
    dataDir: string;
  }
}

const READY_WITHIN_MS = 240_000;

/** Starts the product in an empty folder and stops it, with all it started, after the last test. */
export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "millrace-e2e-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const product = spawn("node_modules/.bin/bun", ["worker/up/main.ts"], {
    env: {
      ...process.env,
      PORT: String(port),
      WORKER_PORT: String(await freePort()),
      MILLRACE_DATA_DIR: dataDir,
      DATABASE_URL: "",
      MILLRACE_END_TASKS_ON_STOP: "1",
      // One visitor stands for many here: the limits have tests of their own.
      RATE_PUBLIC_PER_MIN: "100000",
      RATE_KEY_PER_MIN: "100000",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(product);
  await waitUntilReady(origin, product, output);
  project.provide("origin", origin);
  project.provide("dataDir", dataDir);
  return async () => {
    const ended = once(product, "exit");
    product.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}

function collect(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => lines.push(String(chunk)));
  return lines;
}

async function waitUntilReady(origin: string, product: ChildProcess, output: string[]): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(`${origin}/readyz`))) {
    if (product.exitCode !== null || Date.now() > deadline) {
      product.kill("SIGTERM");
      throw new Error(`The product did not become ready:\n${output.join("").slice(-4000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
