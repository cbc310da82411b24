import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A task of the trace. Times are seconds since the trace's first day. */
export interface TraceTask {
  id: string;
  submitS: number;
  runS: number;
  gpus: number;
  tenant: number;
}

export const DAY_S = 86_400;
export const WINDOW_S = 28 * DAY_S;
/** The fleet starts empty; waits of its first days mean nothing. */
export const WARM_UP_S = 3 * DAY_S;

const FILE = join(import.meta.dirname, "../../../../shared/trace/four-weeks.csv");

/** The month of a real cluster in the order of submission, or null without its file. */
export function readTrace(file = process.env.WAITING_TRACE ?? FILE): TraceTask[] | null {
  if (!existsSync(file)) return null;
  const tenants = new Map<string, number>();
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line, index) => {
      const [submitS = "", runS = "", gpus = "", tenant = ""] = line.split(",");
      if (!tenants.has(tenant)) tenants.set(tenant, tenants.size + 1);
      return {
        id: `t${String(index).padStart(6, "0")}`,
        submitS: Number(submitS),
        runS: Number(runS),
        gpus: Number(gpus),
        tenant: tenants.get(tenant) ?? 0,
      };
    })
    .sort((a, b) => a.submitS - b.submitS);
}

/** Tasks of the same trace, four of five sent by one additional tenant. */
export function withFlood(tasks: readonly TraceTask[]): { tasks: TraceTask[]; flood: number } {
  const flood = 1 + Math.max(...tasks.map((task) => task.tenant));
  return { flood, tasks: tasks.map((task, index) => (index % 5 === 0 ? task : { ...task, tenant: flood })) };
}
