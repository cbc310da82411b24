import { makeWorkerUtils } from "graphile-worker";
import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { JOB_WAIT_MAX_S, leaseOfPool, listJobTroubles, readJobQueue } from "~/platform/job-queue.server";
import { TICK_NAMES } from "~/platform/ticks";
import { findUnready } from "~/platform/http/readiness.server";
import { scrape } from "~/platform/http/scrape.server";

/** Every tick has run, and a pool of workers holds its lease. */
beforeEach(async () => {
  for (const job of TICK_NAMES) {
    await db.query(
      `insert into job_tick (job, at, since) values ($1, now() + interval '1 hour', now()) on conflict do nothing`,
      [job],
    );
  }
  await db.query(`delete from job_lease`);
  await db.query(
    `insert into job_lease (job, holder, session, fence, expires_at) values ($1, 'a', 1, 1, now() + interval '1 hour')`,
    [leaseOfPool("pool-a")],
  );
});

test("a queue that no worker ever made is not ready, and has no jobs", async () => {
  expect(await findUnready()).toBeNull();
  await db.query(`delete from job_lease`);
  expect(await findUnready()).toBe("jobs");
  expect(await readJobQueue()).toEqual({ runs: false, due: 0, oldestDue: 0, oldestReady: 0, failed: 0 });
  expect(await listJobTroubles({ limit: 5 })).toEqual([]);
});

test("many requests at once, which anybody may send, do not make it unready", async () => {
  const answers = await Promise.all(Array.from({ length: 2000 }, () => findUnready()));
  expect(new Set(answers)).toEqual(new Set([null]));
});

test("a queue whose lease has expired is not ready", async () => {
  await db.query(`update job_lease set expires_at = now() - interval '1 second'`);
  expect(await findUnready()).toBe("jobs");
});

test("a ready job that waits too long is reported, one behind another of its queue is not", async () => {
  const utils = await makeWorkerUtils({ connectionString: process.env["DATABASE_URL"] ?? "" });
  await utils.migrate();
  await utils.release();
  const late = `now() - interval '${JOB_WAIT_MAX_S + 30} seconds'`;
  await db.query(`select graphile_worker.add_job('send-mail', queue_name := 'send-mail', job_key := 'wake:send-mail')`);
  await db.query(`select graphile_worker.add_job('prune', run_at := now() + interval '1 hour')`);
  expect(await findUnready()).toBeNull();

  await db.query(
    `update graphile_worker._private_jobs set run_at = ${late} where run_at < clock_timestamp() and job_queue_id is not null`,
  );
  expect(await findUnready()).toBe("jobs");
  const waits = await readJobQueue();
  expect(waits).toMatchObject({ runs: true, due: 1, failed: 0 });
  expect(Math.floor(waits.oldestDue / 10)).toBe(JOB_WAIT_MAX_S / 10 + 3);
  expect(await listJobTroubles({ limit: 5 })).toEqual([
    { job: "send-mail", due: 1, failed: 0, error: "", since: expect.any(Date) as Date },
  ]);

  // Another job of its queue is in progress: it waits for its turn, which is no reason to take web out of service.
  await db.query(`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'pool-a'`);
  expect(await findUnready()).toBeNull();
  expect((await readJobQueue()).oldestDue).toBeGreaterThan(JOB_WAIT_MAX_S);
  await db.query(`update graphile_worker._private_job_queues set locked_at = null, locked_by = null`);

  // A job that was given up is counted, but no longer waited for.
  await db.query(`update graphile_worker._private_jobs set attempts = max_attempts where run_at < clock_timestamp()`);
  expect(await findUnready()).toBeNull();
  expect(await readJobQueue()).toEqual({ runs: true, due: 0, oldestDue: 0, oldestReady: 0, failed: 1 });
  expect(await listJobTroubles({ limit: 5 })).toMatchObject([{ job: "send-mail", due: 0, failed: 1 }]);
  const metrics = await scrape(new Date());
  expect(metrics).toMatch(/^millrace_job_queue_runs 1$/m);
  expect(metrics).toMatch(/^millrace_jobs\{state="due"\} 0$/m);
  expect(metrics).toMatch(/^millrace_jobs\{state="failed"\} 1$/m);
  expect(metrics).toMatch(/^millrace_jobs_oldest_due_seconds 0$/m);
});
