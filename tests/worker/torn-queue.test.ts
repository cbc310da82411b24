import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorkerUtils } from "graphile-worker";
import { db } from "~/platform/db.server";
import { readJobQueue } from "~/platform/job-queue.server";
import { env } from "~/platform/env.server";
import { until } from "../support/until";
import { startWorker, type WorkerProcess } from "../support/worker-process";

let worker: WorkerProcess | null = null;

beforeAll(async () => {
  const utils = await makeWorkerUtils({ connectionString: env.DATABASE_URL });
  await utils.migrate();
  await utils.release();
  // A failure is tried again and leaves no trace, so each fault is recorded.
  await db.query(`create table job_fault (error text)`);
  await db.query(`create function note_fault() returns trigger language plpgsql as $$
    begin insert into job_fault values (new.last_error); return new; end $$`);
  await db.query(`create trigger note_fault before update on graphile_worker._private_jobs
    for each row when (new.last_error is distinct from old.last_error) execute function note_fault()`);
});
afterAll(async () => await worker?.end("SIGKILL"));

const faults = async () => (await db.query<{ error: string }>(`select error from job_fault`)).map(({ error }) => error);
const addJob = () => db.query(`select from graphile_worker.add_job('watch-trials', '{}')`);
const waiting = async () => await db.query(`select from graphile_worker.jobs where task_identifier = 'watch-trials'`);

test("a statement that fails while the queue starts leaves no runner that takes jobs and fails them", async () => {
  await db.query(`alter table figures_read rename to figures_away`);
  worker = await startWorker({ LOG_LEVEL: "info" });
  const told = () => worker?.lines?.filter((line) => line.includes("the job queue stopped")).length ?? 0;
  await until("two starts that failed", async () => told() > 1);
  for (let job = 0; job < 10; job += 1) await addJob();
  await until("one more", async () => told() > 2);
  await db.query(`alter table figures_away rename to figures_read`);
  await until("the queue to run", async () => (await readJobQueue()).runs && (await waiting()).length === 0);
  for (let job = 0; job < 20; job += 1) await addJob();
  await until("every job to be done", async () => (await waiting()).length === 0);
  expect(await faults()).toEqual([]);
});

test("a job replaced by another one is not counted as failed, and is removed", async () => {
  await db.query(`select from graphile_worker.add_job('no-program-does-this', '{}', job_key => 'wake:x')`);
  // As while it is running: it loses its key and its attempts to the one that is then requested.
  await db.query(`update graphile_worker._private_jobs set key = null, attempts = max_attempts where key = 'wake:x'`);
  await db.query(
    `select from graphile_worker.add_job('no-program-does-this-either', '{}', job_key => 'wake:y', max_attempts => 1)`,
  );
  await db.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'broken' where key = 'wake:y'`,
  );
  expect((await readJobQueue()).failed).toBe(1);
  await until("the one to go", async () => {
    const left = await db.query(`select from graphile_worker.jobs where task_identifier = 'no-program-does-this'`);
    return left.length === 0;
  });
  expect((await readJobQueue()).failed).toBe(1);
});
