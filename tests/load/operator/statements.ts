import { readFile } from "node:fs/promises";
import { db } from "~/platform/db.server";
import { processorSeconds } from "../processes";

/** The server's output, to which auto_explain writes its plans. */
const LOG = `${process.env["BENCH_DIR"]}/postgres.log`;
const SETTINGS = ["auto_explain.log_min_duration = '2ms'", "auto_explain.log_analyze = on"];
const RELOADED_MS = 500;
const LINES = 14;
const WIDTH = 150;

/**
 * Number and total time of all statements that `work` causes: planning and execution, without the transfer. With it the
 * processor time of all connections: the first includes waiting for a busy processor, the second does not.
 */
export async function databaseTime(
  work: () => Promise<unknown>,
): Promise<{ ms: number; statements: number; processorMs: number }> {
  await db.query(`select pg_stat_statements_reset()`);
  const before = await connectionSeconds();
  await work();
  const after = await connectionSeconds();
  const seconds = [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? used), 0);
  const [sum] = await db.query<{ ms: number; statements: number }>(
    `select coalesce(sum(total_plan_time + total_exec_time), 0)::float8 as ms, coalesce(sum(calls), 0)::int as statements
     from pg_stat_statements where query not like '%pg_stat_statements%'`,
  );
  return { ...(sum ?? { ms: 0, statements: 0 }), processorMs: 1000 * seconds };
}

/** Processor time of every connection; the one that reads it has little else to do. */
async function connectionSeconds(): Promise<Map<number, number>> {
  const rows = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  );
  return new Map(rows.map(({ pid }) => [pid, processorSeconds(pid)]));
}

/** The plan of the slowest statement that `work` causes, cut to its first lines. */
export async function slowestPlan(work: () => Promise<unknown>): Promise<string> {
  const before = (await readFile(LOG, "utf8")).length;
  for (const setting of SETTINGS) await db.query(`alter system set ${setting}`);
  await db.query(`select pg_reload_conf()`);
  await Bun.sleep(RELOADED_MS);
  await work();
  for (const setting of SETTINGS) await db.query(`alter system reset ${setting.split(" ")[0]}`);
  await db.query(`select pg_reload_conf()`);
  await Bun.sleep(RELOADED_MS);
  const plans = (await readFile(LOG, "utf8"))
    .slice(before)
    .split(/^.*duration: (?=[\d.]+ ms {2}plan:)/m)
    .slice(1);
  const [slowest] = plans.sort((one, other) => Number.parseFloat(other) - Number.parseFloat(one));
  const [took = "", ...rest] = (slowest ?? "").split("\n");
  const plan = rest.filter((line) => line.includes("(actual time=") || line.includes(" Cond: "));
  return [took, ...plan]
    .slice(0, LINES)
    .map((line) => `    ${line.replace("\t", "").slice(0, WIDTH)}`)
    .join("\n");
}
