import { makeWorkerUtils } from "graphile-worker";
import { afterAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { readJobQueue } from "~/platform/job-queue.server";
import { findUnready } from "~/platform/http/readiness.server";
import { until } from "../support/until";
import { startWorker, type WorkerProcess } from "../support/worker-process";

let worker: WorkerProcess | null = null;
afterAll(async () => await worker?.end("SIGKILL"));

test("a queue that cannot start is reported by the readiness of worker and web, while all ticks continue", async () => {
  const utils = await makeWorkerUtils({ connectionString: env.DATABASE_URL });
  await utils.migrate();
  await utils.release();
  // As after a worker of a newer version: graphile-worker refuses tables that it does not know.
  await db.query(`insert into graphile_worker.migrations (id, breaking) values (1000000, true)`);
  worker = await startWorker({ LOG_LEVEL: "info" });
  const ready = async () => {
    const answer = await fetch(`${worker?.origin ?? ""}/readyz`);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  await until("every tick", async () => (await findUnready()) === "jobs");
  expect((await readJobQueue()).runs).toBe(false);
  expect(await ready()).toEqual({
    status: 503,
    body: { retcode: "FAILED", human_readable_message: "not ready: jobs" },
  });
  expect((await fetch(`${worker.origin}/healthz`)).status).toBe(200);

  await db.query(`delete from graphile_worker.migrations where id = 1000000`);
  await until("the queue to run", async () => (await findUnready()) === null);
  await until("the worker to say so", async () => (await ready()).status === 200);
  expect((await ready()).body).toEqual({ retcode: "OK" });
});
