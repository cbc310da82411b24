import autocannon from "autocannon";
import { db } from "~/platform/db.server";
import { databaseTime } from "./operator/statements";
import { processorSeconds, type Server } from "./processes";
import { figure, heading } from "./report";
import { buildEmptyRemix, startEmptyRemix } from "./web/empty-remix";

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 16;
/** Enough for each connection of the pool to have planned each statement for the last time. */
const FIRST_REQUESTS = 1_000;
const REQUESTS = 1_000;

/**
 * GET /v1/jobs with an API key compared with a route of an empty Remix app that answers a few bytes of JSON, served by
 * `remix-serve` under Node, in turns in one run; and with our own /healthz, which asks no database either.
 */
export async function benchJsonPath(web: Server, apiKey: string): Promise<void> {
  heading("GET /v1/jobs with an API key, one web process");
  const remix = await startEmptyRemix(await buildEmptyRemix(process.env["BENCH_DIR"] ?? "/tmp"), "node");
  const jobs = { url: `${web.origin}/v1/jobs`, headers: { authorization: `Bearer ${apiKey}` }, pid: web.pid };
  try {
    await planned(jobs, FIRST_REQUESTS);
    const sides = {
      bare: { url: `${remix.origin}/bare`, headers: {}, pid: remix.pid },
      healthz: { url: `${web.origin}/healthz`, headers: {}, pid: web.pid },
      jobs,
    };
    const best = { bare: NOTHING, healthz: NOTHING, jobs: NOTHING };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ["bare", "healthz", "jobs"] as const) best[name] = better(best[name], await ask(sides[name]));
    }
    figure("bare route of remix-serve on Node, requests/s", best.bare.perSecond.toFixed(0));
    figure("the same, processor time of its server a request, ms", best.bare.processorMs.toFixed(2));
    figure("our /healthz, requests/s", best.healthz.perSecond.toFixed(0));
    figure("/v1/jobs of a tenant with 20 tasks, requests/s", best.jobs.perSecond.toFixed(0));
    figure("the same, processor time of web a request, ms", best.jobs.processorMs.toFixed(2));
    figure(
      "requests/s against the bare route",
      (best.jobs.perSecond / best.bare.perSecond).toFixed(2),
      "at least 1.00",
    );
    figure("processor time against the bare route", (best.jobs.processorMs / best.bare.processorMs).toFixed(2));
    const { plans, calls, processorMs } = await planned(jobs, REQUESTS);
    figure("processor time of the database a request, ms", processorMs.toFixed(2));
    figure("statements per request", (calls / REQUESTS).toFixed(2));
    figure("plans made per request", (plans / REQUESTS).toFixed(2), "0");
  } finally {
    await remix.stop();
  }
}

interface Asked {
  url: string;
  headers: Record<string, string>;
  pid: number;
}

interface Rate {
  perSecond: number;
  processorMs: number;
}

const NOTHING: Rate = { perSecond: 0, processorMs: Infinity };

function better(one: Rate, other: Rate): Rate {
  return {
    perSecond: Math.max(one.perSecond, other.perSecond),
    processorMs: Math.min(one.processorMs, other.processorMs),
  };
}

async function ask({ url, headers, pid }: Asked, limits: { amount?: number } = {}): Promise<Rate> {
  const before = processorSeconds(pid);
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS, ...limits });
  if (result.non2xx > 0) throw new Error(`${url} answered ${result.non2xx} times other than 2xx`);
  const processorMs = (1000 * (processorSeconds(pid) - before)) / result.requests.total;
  return { perSecond: result.requests.average, processorMs };
}

/**
 * Sends this number of requests. Returns how many statements they caused, how many plans were made for them, and the
 * database's processor time of a request.
 */
async function planned(asked: Asked, amount: number) {
  await db.query(`create extension if not exists pg_stat_statements`);
  const { processorMs } = await databaseTime(() => ask(asked, { amount }));
  const rows = await db.query<{ plans: number; calls: number }>(
    `select plans::int as plans, calls::int as calls from pg_stat_statements
     where toplevel and query not like '%pg_stat_statements%' and calls > 10`,
  );
  const sumOf = (name: "plans" | "calls") => rows.reduce((sum, row) => sum + row[name], 0);
  return { plans: sumOf("plans"), calls: sumOf("calls"), processorMs: processorMs / amount };
}
