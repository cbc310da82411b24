import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type CutLine, startCutLine } from "../support/cut-line";
import { until } from "../support/until";

// The worker reaches the database through a connection that the test cuts.
let line: CutLine;

beforeAll(async () => {
  line = await startCutLine(process.env["DATABASE_URL"] ?? "");
  process.env["DATABASE_URL"] = line.url;
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => await line.cut());

/** Starts jobs, each of which runs at once, and until its function in `ends` is called. */
async function startOpenJobs(names: readonly string[]) {
  const { startJobs } = await import("../../worker/jobs/start-jobs");
  const ends = new Map<string, () => void>();
  const runs = vi.fn<(name: string) => void>();
  const jobs = startJobs(
    names.map((name) => ({
      name,
      cron: "0 0 1 1 *",
      atStart: async () => !runs.mock.calls.some(([run]) => run === name),
      run: async () => {
        runs(name);
        await new Promise<void>((end) => ends.set(name, end));
      },
    })),
  );
  return { jobs, runs, ends };
}

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

test("jobs that end one after another during an outage do not keep the queue from starting again", async () => {
  const { log } = await import("../../worker/log");
  const names = ["one", "two", "three", "four"];
  const { jobs, runs, ends } = await startOpenJobs(names);
  await until("the jobs to run", () => ends.size === names.length);
  const reports = vi.spyOn(log, "error");
  const refused = () => reports.mock.calls.filter(([, message]) => String(message).startsWith("Failed to ")).length;
  await line.cut();
  for (const [at, name] of names.entries()) {
    ends.get(name)?.();
    await until(`the report of ${name} to be refused`, () => refused() > at);
  }
  await line.mend();
  await until("the jobs to run again", () => runs.mock.calls.length === 2 * names.length);
  for (const end of ends.values()) end();
  await jobs.stop();
});

test("a job that runs on through an outage does not keep the queue from starting again", async () => {
  const { log } = await import("../../worker/log");
  const { jobs, runs, ends } = await startOpenJobs(["long", "short"]);
  await until("the jobs to run", () => ends.size === 2);
  const endLong = ends.get("long");
  const reports = vi.spyOn(log, "error");
  await line.cut();
  ends.get("short")?.();
  await until("its report to be refused", () =>
    reports.mock.calls.some(([, text]) => /^Failed to /.test(String(text))),
  );
  await line.mend();
  await until("the jobs to run again", () => runs.mock.calls.length === 4);
  for (const end of [endLong, ...ends.values()]) end?.();
  const { readJobQueue } = await import("~/platform/job-queue.server");
  await until("the jobs to be done", async () => (await readJobQueue()).due === 0);
  await jobs.stop();
  expect(runs).toHaveBeenCalledTimes(4);
});
