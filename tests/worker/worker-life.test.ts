import { makeWorkerUtils } from "graphile-worker";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { asLeader, db, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { WorkerLife } from "../../worker/jobs/worker-life";

/** Checks of another process after which a pool without a lease counts as gone. */
const LOOKS = 2;
const JOB = "mine";

let lives: WorkerLife[];

beforeAll(async () => {
  const utils = await makeWorkerUtils({ connectionString: env.DATABASE_URL });
  await utils.migrate();
  await utils.release();
});
beforeEach(async () => {
  lives = [];
  await db.query(`select graphile_worker.add_job($1, queue_name := $1)`, [JOB]);
});
afterEach(async () => {
  await Promise.all(lives.map((life) => life.stop()));
  await db.query(`delete from graphile_worker._private_jobs`);
  await db.query(`delete from graphile_worker._private_job_queues`);
  await db.query(`delete from job_lease`);
});

/** A process with this pool of workers, which beats when it is told to. */
function aProcess(poolId?: string): WorkerLife {
  const life = new WorkerLife();
  lives.push(life);
  if (poolId) life.add(poolId);
  return life;
}

/** The pool has held the job and its queue for a minute. */
async function takes(poolId: string): Promise<void> {
  await db.query(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute'`, [
    poolId,
  ]);
  await db.query(
    `update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() - interval '1 minute'`,
    [poolId],
  );
}

async function holder(): Promise<{ job: string | null; queue: string | null } | undefined> {
  const [row] = await db.query<{ job: string | null; queue: string | null }>(
    `select job.locked_by as job, queue.locked_by as queue
     from graphile_worker._private_jobs job join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id`,
  );
  return row;
}

async function looks(life: WorkerLife, times = LOOKS): Promise<void> {
  for (let time = 0; time < times; time += 1) await life.beat();
}

/** Ends the database sessions of all signs, as a restart of the database does. */
async function cutSessions(): Promise<void> {
  await db.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'millrace-jobs' and datname = current_database()`,
  );
}

/** Ten seconds pass in which nobody renews. */
async function leasesRunOut(): Promise<void> {
  await db.query(`update job_lease set expires_at = clock_timestamp() - interval '1 millisecond'`);
}

test("frees the job and the queue of a silent process once its lease has expired", async () => {
  await aProcess("pool-silent").beat();
  await takes("pool-silent");
  const other = aProcess();
  await looks(other, 10);
  expect(await holder()).toEqual({ job: "pool-silent", queue: "pool-silent" });
  await leasesRunOut();
  await looks(other);
  expect(await holder()).toEqual({ job: null, queue: null });
});

test("leaves those of a live one, however long its job takes", async () => {
  const [busy, other] = [aProcess("pool-busy"), aProcess("pool-other")];
  await busy.beat();
  await takes("pool-busy");
  for (let beats = 0; beats < 5; beats += 1) {
    await leasesRunOut();
    await looks(busy, 1);
    await looks(other, 1);
  }
  expect(await holder()).toEqual({ job: "pool-busy", queue: "pool-busy" });
});

test("leaves those of one that has lost its session for a beat, with its lease", async () => {
  const [busy, other] = [aProcess("pool-cut"), aProcess()];
  await busy.beat();
  await takes("pool-cut");
  await cutSessions();
  await leasesRunOut();
  await looks(other, LOOKS - 1);
  // The first finds the session lost, the second makes another one.
  await looks(busy, 2);
  await looks(other, 10);
  expect(await holder()).toEqual({ job: "pool-cut", queue: "pool-cut" });
});

test("refuses what a silent worker began before it was overtaken, not what it begins afterwards", async () => {
  const silent = aProcess("pool-late");
  const before = await silent.lead("pool-late");
  await takes("pool-late");
  expect(await asLeader(before, writes)).toBe("written");
  await leasesRunOut();
  await looks(aProcess());
  expect(await asLeader(before, writes).catch(String)).toContain("another worker leads jobs:pool-late by now");
  const after = await silent.lead("pool-late");
  expect(await asLeader(after, writes)).toBe("written");
  expect(await asLeader(before, writes).catch(String)).toContain("by now");
});

test("opens a queue whose job is gone: a worker overtaken as it ended removed it", async () => {
  const heir = aProcess("pool-heir");
  await heir.beat();
  await takes("pool-heir");
  await looks(aProcess());
  expect(await holder()).toEqual({ job: "pool-heir", queue: "pool-heir" });
  await db.query(`delete from graphile_worker._private_jobs`);
  await looks(aProcess(), 1);
  const [queue] = await db.query(`select locked_by from graphile_worker._private_job_queues`);
  expect(queue).toEqual({ locked_by: null });
});

test("leaves no lease behind when it stops", async () => {
  const life = aProcess("pool-ended");
  await life.beat();
  lives = [];
  await life.stop();
  expect(await db.query(`select from job_lease`)).toEqual([]);
});

async function writes(): Promise<string> {
  return await transaction(async () => "written");
}
