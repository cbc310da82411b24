import { afterAll, beforeAll, expect, test } from "vitest";
import { type CutLine, startCutLine } from "../support/cut-line";
import { until } from "../support/until";

// The worker reaches the database through a connection that the test cuts.
let line: CutLine;

beforeAll(async () => {
  line = await startCutLine(process.env["DATABASE_URL"] ?? "");
  process.env["DATABASE_URL"] = line.url;
});
afterAll(async () => await line.cut());

test("a job that ends while the database is away ends no process, and runs again once it is back", async () => {
  const { startJobs } = await import("../../worker/jobs/start-jobs");
  const ends: (() => void)[] = [];
  const jobs = startJobs([
    {
      name: "slow",
      cron: "0 0 1 1 *",
      atStart: async () => ends.length === 0,
      run: async () => await new Promise<void>((end) => ends.push(end)),
    },
  ]);
  await until("the job to run", () => ends.length === 1);
  await line.cut();
  ends[0]?.();
  await until("the queue to stop", () => !jobs.runs());
  await line.mend();
  await until("the job to run again", () => ends.length === 2);
  ends[1]?.();
  const { readJobQueue } = await import("~/platform/job-queue.server");
  await until("the job to be done", async () => (await readJobQueue()).due === 0);
  await jobs.stop();
  expect(ends).toHaveLength(2);
});
