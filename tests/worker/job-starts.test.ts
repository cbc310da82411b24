import { makeWorkerUtils } from "graphile-worker";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { JobStarts } from "../../worker/jobs/job-starts";

const ITEMS = [
  { task: "each-minute", match: "* * * * *", identifier: "each-minute", options: { queueName: "own" } },
  { task: "at-four", match: "0 4 * * *", identifier: "at-four" },
];

beforeAll(async () => {
  const utils = await makeWorkerUtils({ connectionString: env.DATABASE_URL });
  await utils.migrate();
  await utils.release();
});
beforeEach(async () => {
  await db.query(`truncate job_start, graphile_worker._private_jobs`);
});

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

/** Takes the jobs out of the queue. */
async function added(): Promise<string[]> {
  const rows = await db.query<{ task: string; due: boolean }>(
    `select task_identifier as task, run_at <= clock_timestamp() as due from graphile_worker.jobs order by 1`,
  );
  expect(rows.every(({ due }) => due)).toBe(true);
  await db.query(`truncate graphile_worker._private_jobs`);
  return rows.map(({ task }) => task);
}

test("a job is added when its minute comes, once for all workers", async () => {
  const workers = [new JobStarts(ITEMS), new JobStarts(ITEMS)];
  const look = async (time: string) => await Promise.all(workers.map((worker) => worker.look(at(time))));
  await look("03:58:59.900");
  expect(await added()).toEqual([]);
  await look("03:59:00.100");
  await look("03:59:59.900");
  expect(await added()).toEqual(["each-minute"]);
  await look("04:00:00");
  expect(await added()).toEqual(["at-four", "each-minute"]);
  const [job] = await db.query(
    `select exists (select from graphile_worker._private_job_queues where queue_name = 'own') as own`,
  );
  expect(job).toEqual({ own: true });
});

test("a worker that paused makes up for a few minutes, each job once, and never for those before its start", async () => {
  const worker = new JobStarts(ITEMS);
  await worker.look(at("03:58:10"));
  await worker.look(at("04:02:10"));
  expect(await added()).toEqual(["at-four", "each-minute"]);
  await worker.look(at("06:00:10"));
  expect(await added()).toEqual(["each-minute"]);
});

test("jobs continue at once when the clock was set back, or another worker was an hour ahead", async () => {
  const [ahead, right] = [new JobStarts(ITEMS), new JobStarts(ITEMS)];
  await ahead.look(at("05:00:00"));
  await ahead.look(at("05:01:00"));
  expect(await added()).toEqual(["each-minute"]);
  await right.look(at("04:01:00"));
  await right.look(at("04:02:00"));
  expect(await added()).toEqual(["each-minute"]);
  await ahead.look(at("04:02:30"));
  await ahead.look(at("04:03:00"));
  await right.look(at("04:03:01"));
  expect(await added()).toEqual(["each-minute"]);
});

test("a start that could not be added is added later", async () => {
  const worker = new JobStarts(ITEMS);
  await worker.look(at("07:00:00"));
  await db.query(`alter table job_start rename to job_start_away`);
  await expect(worker.look(at("07:01:00"))).rejects.toThrow("job_start");
  await db.query(`alter table job_start_away rename to job_start`);
  await worker.look(at("07:01:01"));
  expect(await added()).toEqual(["each-minute"]);
});
