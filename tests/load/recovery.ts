import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { io } from "socket.io-client";
import { launchProduct, type LaunchedProduct } from "../e2e/support/launch-product";
import { figure, heading, quantile } from "./report";

const RUNS = 5;
const LOOK_EVERY_MS = 20;
const PARTS = ["web", "worker", "agent", "database"];
/** The supervisor restarts a process at once if it had been well for this long; see worker/up/restarts.ts. */
const WELL_AFTER_MS = 31_000;

/** Measures the time from SIGKILL of each part of a whole product until all of it serves again. */
export async function benchRecovery(): Promise<void> {
  heading("SIGKILL of a part to full service, one machine");
  const product = await launchProduct(join(process.env["BENCH_DIR"] ?? "/tmp", "product"));
  try {
    for (const part of PARTS) {
      const delays: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        await wait(WELL_AFTER_MS);
        delays.push(await killAndWait(product, part));
      }
      const range = `${Math.min(...delays).toFixed(0)} / ${Math.max(...delays).toFixed(0)}`;
      figure(`${part}: median of ${RUNS}, ms (fastest / slowest)`, `${quantile(delays, 0.5).toFixed(0)} (${range})`);
    }
  } finally {
    await product.stop();
  }
}

async function killAndWait(product: LaunchedProduct, part: string): Promise<number> {
  const pid = product.pids()[part];
  if (!pid) throw new Error(`${part} does not run`);
  const killed = new Date();
  const startedMs = performance.now();
  process.kill(pid, "SIGKILL");
  while (product.pids()[part] === pid || !(await serves(product, killed))) await wait(LOOK_EVERY_MS);
  return performance.now() - startedMs;
}

/** Web is ready and reads the database; the ticks have run, every node has reported since, and sockets are served. */
async function serves(product: LaunchedProduct, since: Date): Promise<boolean> {
  const [web, worker, all] = await Promise.all([
    answers(`${product.origin}/readyz`),
    takesSockets(product.liveOrigin),
    allSince(product.databaseUrl(), since),
  ]);
  return web && worker && all;
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

async function takesSockets(liveOrigin: string): Promise<boolean> {
  const socket = io(liveOrigin, { transports: ["websocket"], reconnection: false, timeout: 1_000 });
  try {
    return await new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("connect_error", () => resolve(false));
    });
  } finally {
    socket.close();
  }
}

async function allSince(connectionString: string, since: Date): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ served: boolean }>(
      `select (select min(reported_at) from node where simulated) > $1
          and (select at from job_tick where job = 'scheduler') > $1 as served`,
      [since],
    );
    return rows[0]?.served ?? false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
