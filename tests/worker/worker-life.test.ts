import pg from "pg";
import { makeWorkerUtils } from "graphile-worker";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/db.server";
import { env } from "~/env.server";
import { WorkerLife } from "../../worker/jobs/worker-life";

/** Looks of another process after which a worker without a sign counts as dead. */
const LOOKS = 3;
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
});

/** A process with this worker, which beats when it is told to. */
function aProcess(workerId?: string): WorkerLife {
  const life = new WorkerLife();
  lives.push(life);
  if (workerId) life.add(workerId);
  return life;
}

/** The worker has had the job and its queue in hand for a minute. */
async function takes(workerId: string): Promise<void> {
  await db.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute'`,
    [workerId],
  );
  await db.query(
    `update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() - interval '1 minute'`,
    [workerId],
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

test("frees the job and the queue of a worker whose process is gone", async () => {
  const process = aProcess("worker-gone");
  await process.beat();
  await takes("worker-gone");
  await process.stop();
  await looks(aProcess());
  expect(await holder()).toEqual({ job: null, queue: null });
});

test("leaves those of one that lives, however long it says nothing", async () => {
  await aProcess("worker-busy").beat();
  await takes("worker-busy");
  await looks(aProcess(), 10);
  expect(await holder()).toEqual({ job: "worker-busy", queue: "worker-busy" });
});

test("leaves those of one that has lost its session for a beat", async () => {
  const [busy, other] = [aProcess("worker-cut"), aProcess()];
  await busy.beat();
  await takes("worker-cut");
  await cutSessions();
  await looks(other, LOOKS - 1);
  // The first finds the session lost, the second makes another one.
  await looks(busy, 2);
  await looks(other, 10);
  expect(await holder()).toEqual({ job: "worker-cut", queue: "worker-cut" });
});

test("leaves those of one whose former session still holds its sign when it comes with a new one", async () => {
  const former = new pg.Client({ connectionString: env.DATABASE_URL });
  await former.connect();
  await former.query(`select pg_advisory_lock(7434, hashtext('worker-twice'))`);
  const busy = aProcess("worker-twice");
  await busy.beat();
  await former.end();
  await busy.beat();
  await takes("worker-twice");
  await looks(aProcess(), 10);
  expect(await holder()).toEqual({ job: "worker-twice", queue: "worker-twice" });
});
