import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../../../worker/up/ports";

const READY_WITHIN_MS = 240_000;

/** Nobody measures here: each further thread loads the worker's modules again, half a second of processor time. */
export const ONE_THREAD = { WORKER_THREADS: "1" };

export interface LaunchedProduct {
  origin: string;
  /** Address of the worker's sockets. */
  liveOrigin: string;
  databaseUrl: () => string;
  /** Current process ids of web, worker, agent and database. */
  pids: () => Record<string, number>;
  supervisor: ChildProcess;
  stop: () => Promise<void>;
}

/**
 * The running product as `npm start` starts it, with its data in that folder. Its demo tasks end when it stops.
 * `checkout` is the folder of another version's source, `settings` more of its environment.
 */
export async function launchProduct(
  dataDir: string,
  checkout = ".",
  settings: Record<string, string> = {},
): Promise<LaunchedProduct> {
  const port = await findFreePort();
  const workerPort = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const supervisor = spawn("node_modules/.bin/bun", ["worker/up/main.ts"], {
    cwd: checkout,
    env: {
      ...process.env,
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      MILLRACE_DATA_DIR: dataDir,
      MILLRACE_END_TASKS_ON_STOP: "1",
      DATABASE_URL: "",
      // Tests look at tasks that they rent themselves.
      MILLRACE_DEMO_TRAFFIC: "off",
      // One visitor stands for many here: the limits have their own tests.
      RATE_PUBLIC_PER_MIN: "100000",
      RATE_KEY_PER_MIN: "100000",
      RATE_HANDSHAKES_PER_MIN: "100000",
      RATE_FEEDBACK_PER_HOUR: "100000",
      RATE_REGISTER_PER_HOUR: "100000",
      RATE_PROMO_PER_HOUR: "100000",
      RATE_PROMO_WRONG_PER_HOUR: "100000",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.on("data", (chunk) => output.push(String(chunk)));
  }
  await waitUntilReady(origin, supervisor, output);
  return {
    origin,
    liveOrigin: `http://127.0.0.1:${workerPort}`,
    supervisor,
    databaseUrl: () => databaseUrlOf(dataDir),
    pids: () => JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as Record<string, number>,
    stop: async () => {
      if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
      const ended = once(supervisor, "exit");
      supervisor.kill("SIGTERM");
      await ended;
    },
  };
}

/** Address of the embedded database in that folder. */
export function databaseUrlOf(dataDir: string): string {
  const read = (name: string) => readFileSync(join(dataDir, name), "utf8").trim();
  return `postgres://postgres:${read("postgres.password")}@127.0.0.1:${read("postgres.port")}/millrace`;
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
