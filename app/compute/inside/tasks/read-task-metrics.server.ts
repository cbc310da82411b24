import { db } from "~/platform/db.server";
import { type GpuLoad, readGpuLoad } from "./read-gpu-load.server";
import { requireOwnTask } from "./require-own-task.server";

export type MetricsRange = 3600 | 86400 | 604800;

/** Points of a chart, each the mean of the samples it covers; figures of GPUs are null if none report. */
export interface TaskMetrics {
  points_ts: number[];
  gpu_busy: (number | null)[];
  gpu_mem_mb: (number | null)[];
  cpu_pct: (number | null)[];
  mem_mb: (number | null)[];
  /** Load of each GPU, if reported. */
  gpus: GpuLoad[];
  /** True for simulated GPUs: their load follows the task's processor load, and no rule reads it. */
  simulated: boolean;
}

const POINTS = 120;

interface Row {
  ts: number;
  gpu_busy: number | null;
  gpu_mem_mb: number | null;
  cpu_pct: number | null;
  mem_mb: number | null;
}

/**
 * Load of a task over the last `range` seconds (4.3): GPU busy is the mean over its nodes, memory and CPU are the sums
 * over its nodes. Without `tenantId` the caller has checked the owner of the task. @throws Refusal M04 (404).
 */
export async function readTaskMetrics({
  resvGuid,
  tenantId,
  staff = false,
  range,
  now,
}: {
  resvGuid: string;
  tenantId?: number;
  staff?: boolean;
  range: MetricsRange;
  now: Date;
}): Promise<TaskMetrics> {
  if (tenantId !== undefined && !staff) await requireOwnTask(resvGuid, tenantId);
  const from = new Date(now.getTime() - range * 1000);
  const stepSeconds = range / POINTS;
  const rows = await db.query<Row>(
    `select ts, round(avg(gpu_busy)::numeric, 1)::float8 as gpu_busy, round(sum(gpu_mem_mb)::numeric)::float8 as gpu_mem_mb,
       round(sum(cpu_pct)::numeric, 1)::float8 as cpu_pct, round(sum(mem_mb)::numeric, 1)::float8 as mem_mb
     from (select (floor(extract(epoch from at) / $3) * $3)::int as ts, placement_id, avg(gpu_busy) as gpu_busy,
         avg(gpu_mem_mb) as gpu_mem_mb, avg(cpu_pct) as cpu_pct, avg(mem_mb) as mem_mb
       from task_load where resv_guid = $1 and at > $2 and at <= $4 group by 1, 2) per_node
     group by ts order by ts`,
    [resvGuid, from, stepSeconds, now],
  );
  const pointsTs = rows.map((row) => row.ts);
  const [placed] = await db.query<{ simulated: boolean }>(
    `select coalesce(bool_or(simulated), false) as simulated from placement where resv_guid = $1`,
    [resvGuid],
  );
  const report = rows.some((row) => row.gpu_busy !== null || row.gpu_mem_mb !== null);
  return {
    points_ts: pointsTs,
    gpu_busy: rows.map((row) => row.gpu_busy),
    gpu_mem_mb: rows.map((row) => row.gpu_mem_mb),
    cpu_pct: rows.map((row) => row.cpu_pct),
    mem_mb: rows.map((row) => row.mem_mb),
    simulated: placed?.simulated ?? false,
    gpus: report ? await readGpuLoad({ resvGuid, pointsTs, stepSeconds, from, now }) : [],
  };
}
