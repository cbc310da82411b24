import { parseCronItems } from "graphile-worker";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { forEachStep } from "~/platform/for-each";
import { TICK_NAMES } from "~/platform/ticks";
import { startBeats } from "../../worker/clock/beats";
import { Clock } from "../../worker/clock/clock";
import { Leadership } from "../../worker/clock/leadership";
import { startJobs, startsOf } from "../../worker/jobs/start-jobs";
import { log } from "../../worker/log";
import { type Job, JOBS, ownRows, TICKS } from "../../worker/timetable";
import { sourceFiles, text } from "../support/source";
import { until } from "../support/until";

describe("The timetable", () => {
  const ofEachWorker = ownRows({} as Parameters<typeof ownRows>[0]);
  const names = [...TICKS, ...JOBS, ...ofEachWorker].map(({ name }) => name);

  test("has each name once, and every tick that readiness waits for", () => {
    expect(names).toEqual([...new Set(names)]);
    expect(TICKS.map(({ name }) => name)).toEqual(TICK_NAMES);
  });

  test("has starts that the queue can parse, and each name once", () => {
    const starts = parseCronItems(JOBS.flatMap(startsOf));
    expect(starts.map(({ identifier }) => identifier)).toEqual([
      ...new Set(starts.map(({ identifier }) => identifier)),
    ]);
    expect(starts.length).toBe(JOBS.length + 1);
  });

  test("has a row for each name that the product wakes", () => {
    const woken = sourceFiles()
      .filter((file) => file.startsWith("app/"))
      .flatMap((file) => [...text(file).matchAll(/command: "wake", key: "([^"]+)"|wakes: "([^"]+)"/g)])
      .map(([, command, wish]) => command ?? wish);
    expect(woken.length).toBeGreaterThan(10);
    expect(woken.filter((name) => !names.includes(name ?? ""))).toEqual([]);
  });
});

describe("Each row fails alone", () => {
  const running: { stop: () => unknown }[] = [];
  const said: { job?: string; text: unknown }[] = [];

  beforeEach(async () => {
    await db.query(`delete from job_tick`);
    said.length = 0;
    for (const level of ["info", "error"] as const)
      vi.spyOn(log, level).mockImplementation(
        (...[facts, text]: unknown[]) => void said.push({ ...(facts as object), text }),
      );
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
    vi.restoreAllMocks();
  });

  const saidOf = (job: string) => said.filter((line) => line.job === job && line.text !== "leads");
  const faultsOf = async (job: string) =>
    (await db.query<{ faults: number }>(`select faults::int as faults from job_tick where job = $1`, [job]))[0]?.faults;
  const ranAt = async (job: string) =>
    (await db.query<{ at: Date }>(`select at from job_tick where job = $1`, [job]))[0]?.at;
  const refuse = () => Promise.reject(new Error("a stone in the gears"));
  const job = (name: string, run: Job["run"]): Job => ({ name, cron: "0 0 1 1 *", run });

  test("a job that throws is logged and counted once, and the queue retries it; others finish and report their figures", async () => {
    const queue = startJobs([
      job("fails", refuse),
      job("half", () => forEachStep({ works: async () => {}, fails: refuse })),
      job("works", async () => ({ tenants: 3, nothing: 0 })),
    ]);
    running.push(queue);
    await until("the queue", () => queue.runs());
    for (const name of ["fails", "half", "works"]) queue.wake(name);
    await until("all three", async () =>
      (await Promise.all(["fails", "half", "works"].map(faultsOf))).every(Number.isInteger),
    );
    await until("the queue to have the failed ones again", async () => (await tries()).length === 2);
    expect(await tries()).toEqual([
      { job: "fails", attempts: 1, waits: true },
      { job: "half", attempts: 1, waits: true },
    ]);
    expect(saidOf("fails")).toMatchObject([{ text: "failed, trying again", err: { message: "a stone in the gears" } }]);
    expect(saidOf("half")).toMatchObject([{ text: "failed, trying again" }]);
    expect(saidOf("works")).toEqual([{ job: "works", tenants: 3, text: "done" }]);
    expect(said.filter(({ text }) => String(text).startsWith("Failed task"))).toEqual([]);
    expect(await Promise.all(["fails", "half", "works"].map(faultsOf))).toEqual([1, 1, 0]);
    expect((await ranAt("fails"))?.getTime()).toBe(0);
    expect((await ranAt("half"))?.getTime()).toBeGreaterThan(0);
  });

  const tries = async () =>
    await db.query(
      `select task_identifier as job, attempts, run_at > now() as waits from graphile_worker.jobs
       where task_identifier in ('fails', 'half') and locked_at is null and attempts > 0 order by 1`,
    );

  test("a tick that throws is logged once, counted each time, and its recovery is logged; others keep their beat", async () => {
    const leadership = new Leadership();
    let broken = true;
    let beats = 0;
    const clock = new Clock(leadership, [
      { job: "tick fails", everyMs: 50, run: async () => (broken ? await refuse() : null) },
      { job: "tick works", everyMs: 50, run: async () => (beats += 1) },
    ]);
    running.push(clock, leadership);
    leadership.start();
    clock.start();
    await until("three faults", async () => ((await faultsOf("tick fails")) ?? 0) >= 3);
    const before = beats;
    await until("the other's next beats", () => beats > before + 2);
    expect(saidOf("tick fails")).toMatchObject([{ text: "failed, trying again" }]);
    broken = false;
    await until("the end of it", () => saidOf("tick fails").length === 2);
    expect(saidOf("tick fails")[1]).toEqual({ job: "tick fails", text: "works again" });
    expect(saidOf("tick works")).toEqual([]);
  });

  test("each worker's own work: one that throws is logged once, one that hangs is overtaken, others keep their beat", async () => {
    const done = { fails: 0, hangs: 0, works: 0 };
    const beats = startBeats([
      { name: "own fails", every: 0.02, run: () => ((done.fails += 1), refuse()) },
      { name: "own hangs", every: 0.02, run: () => ((done.hangs += 1), new Promise(() => {})) },
      { name: "own works", every: 0.02, run: async () => (done.works += 1) },
    ]);
    running.push(beats);
    await until("ten beats", () => done.works >= 10 && done.fails >= 10 && done.hangs >= 3);
    expect(done.hangs).toBeLessThan(done.works);
    expect(saidOf("own fails")).toMatchObject([{ text: "failed, trying again" }]);
    expect(await db.query(`select from job_tick`)).toEqual([]);
  });
});
