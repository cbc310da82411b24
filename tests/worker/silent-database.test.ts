import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations } from "../../prisma/engine";
import { type RunningPostgres, startPostgres } from "../../worker/up/postgres";
import { until } from "../support/until";
import type { WorkerProcess } from "../support/worker-process";
import { run } from "./backup/databases";

const dir = mkdtempSync(join(tmpdir(), "millrace-silent-"));
let postgres: RunningPostgres;
let worker: WorkerProcess;

/** A server of its own, which may be stopped: it then accepts connections and answers nothing. */
beforeAll(async () => {
  postgres = await startPostgres({ dir: join(dir, "postgres"), database: "millrace" });
  process.env["DATABASE_URL"] = postgres.urlOf("millrace");
  await applyMigrations(postgres.urlOf("millrace"));
  const { startWorker } = await import("../support/worker-process");
  worker = await startWorker();
});
afterAll(async () => {
  signal("SIGCONT");
  await worker.end();
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Sends a signal to the server first, which then makes no more processes, and to those that it has. */
function signal(name: "SIGSTOP" | "SIGCONT"): void {
  const { pid = 0 } = postgres.process;
  process.kill(pid, name);
  for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)) {
    try {
      process.kill(Number(child), name);
    } catch {
      // It has ended.
    }
  }
}

const ofWorker = async (path: string) => {
  const answer = await fetch(`${worker.origin}${path}`, { signal: AbortSignal.timeout(5_000) });
  return { status: answer.status, ...((await answer.json()) as object) };
};

test("while the database accepts connections and answers none, each probe says so soon, and is well again after it", async () => {
  const { call, read } = await import("../contract/support/call");
  const isWell = async () => (await call("/readyz")).status === 200 && (await ofWorker("/readyz")).status === 200;
  await until("all works", isWell);

  signal("SIGSTOP");
  const startedMs = performance.now();
  const answers = await Promise.all(Array.from({ length: 200 }, async () => await read(await call("/readyz"))));
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  const unready = { retcode: "FAILED", human_readable_message: "not ready: database" };
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(unready)]));
  expect([(await call("/healthz")).status, (await ofWorker("/healthz")).status]).toEqual([200, 200]);
  const { said } = await run("doctor", [], { DATABASE_URL: postgres.urlOf("millrace"), MILLRACE_DATA_DIR: dir });
  expect(said).toMatch(/^CRITICAL {2}database {5}It cannot be reached/m);
  // Its leases have ended by now, and its jobs would be refused.
  await until("the worker takes no jobs", async () => (await ofWorker("/readyz")).status === 503);
  expect(await ofWorker("/readyz")).toMatchObject({ human_readable_message: "not ready: jobs" });

  signal("SIGCONT");
  await until("all works again", isWell);
});
