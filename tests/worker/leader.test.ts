import { afterEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { type BunProgram, startBun } from "../support/bun-program";
import { startSeverableProxy } from "../support/severable-proxy";
import { until } from "../support/until";

const programs: BunProgram[] = [];

function startClock({ mark, databaseUrl }: { mark?: string; databaseUrl?: string } = {}): BunProgram {
  const program = startBun("tests/support/programs/leader.ts", {
    args: mark === undefined ? [] : [mark],
    env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
  });
  programs.push(program);
  return program;
}

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.end("SIGKILL")));
});

const ticksOf = (program: BunProgram, job = "") =>
  program.lines.filter((line) => line.startsWith(`tick ${job}`)).length;

test("of two workers one leads; when it is killed the other takes over, at the latest when the lease of 10 seconds ends", async () => {
  const first = startClock();
  await first.line(/^tick/);
  const second = startClock();
  await second.line(/^started/);
  const seen = ticksOf(first);
  await until("ten more ticks of the first", () => ticksOf(first) >= seen + 10);
  expect(ticksOf(second)).toBe(0);

  await first.end("SIGKILL");
  const leases = await db.query<{ short: boolean }>(
    `select expires_at <= clock_timestamp() + interval '10 seconds' as short from job_lease`,
  );
  expect(leases).toContainEqual({ short: true });
  expect(leases).not.toContainEqual({ short: false });
  await second.line(/^tick/);
});

test("a worker that stops hands its lead on", async () => {
  const first = startClock();
  await first.line(/^tick/);
  const second = startClock();
  await second.line(/^started/);
  await first.end("SIGTERM");
  await second.line(/^tick/);
});

test("a leader that loses its database session leads every job again, and its ticks are noted", async () => {
  const first = startClock();
  await first.line(/^tick/);
  const jobs = ["test-job", "second-job", "third-job"];
  await db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const atOutage = jobs.map((job) => ticksOf(first, job));
  await until("ticks of every job after the outage", () =>
    jobs.every((job, index) => ticksOf(first, job) > (atOutage[index] ?? 0) + 2),
  );
  const [row] = await db.query<{ worker: string; fresh: boolean }>(
    "select worker, now() - at < interval '5 s' as fresh from job_tick where job = 'test-job'",
  );
  expect(row).toEqual({ worker: String(first.process.pid), fresh: true });
});

test("a frozen leader is replaced, and its writes after it has thawed are refused (A39)", async () => {
  const first = startClock({ mark: "late" });
  await first.line(/^waits/);
  first.process.kill("SIGSTOP");
  const second = startClock();
  for (const job of ["test-job", "second-job", "third-job"]) await second.line(new RegExp(`^tick ${job}`));
  first.process.kill("SIGUSR2");
  first.process.kill("SIGCONT");

  expect(await first.line(/^(wrote|refused)/)).toBe("refused: another worker leads test-job by now");
  const seen = ticksOf(second);
  const late = ticksOf(first);
  await until("ten more ticks of the second", () => ticksOf(second) >= seen + 10);
  expect(ticksOf(first)).toBe(late);
  expect(await db.query("select from job_tick where job = 'late'")).toEqual([]);
});

test("a tick with a failing part has run, and its faults are counted; one that fails completely has not", async () => {
  await db.query(`delete from job_tick`);
  startClock({ mark: "faults" });
  const tickOf = async (job: string) =>
    (
      await db.query<{ faults: number; at: Date }>(`select faults::int as faults, at from job_tick where job = $1`, [
        job,
      ])
    )[0];
  await until("two faults of the second job", async () => ((await tickOf("second-job"))?.faults ?? 0) > 1);
  const before = (await tickOf("second-job"))?.at;
  await until("a later tick of it", async () => ((await tickOf("second-job"))?.at ?? 0) > (before ?? 0));
  expect(await tickOf("third-job")).toMatchObject({ at: new Date(0) });
});

test("a leader that loses its network is replaced (A39)", async () => {
  const network = await startSeverableProxy(env.DATABASE_URL);
  const first = startClock({ databaseUrl: network.url });
  await first.line(/^tick/);
  const second = startClock();
  await second.line(/^started/);
  network.sever();
  await second.line(/^tick/);
  network.close();
});
