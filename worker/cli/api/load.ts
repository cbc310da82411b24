import { done } from "./answer";
import type { Api } from "./client";
import type { Task } from "./tasks";

export interface TaskLoad {
  task_name: string;
  resv_guid: string;
  gpu_type: string;
  /** Time of the newest reading, in epoch seconds; null before the first one. */
  ts: number | null;
  gpu_busy: number | null;
  gpu_mem_mb: number | null;
  cpu_pct: number | null;
  mem_mb: number | null;
  gpus: { rank: number; gpu: number; busy: number | null; mem_mb: number | null }[];
  simulated: boolean;
  /** GPU load over the last hour, oldest first. */
  hour: (number | null)[];
}

/** Reads the newest load of a task and the GPU load of its last hour. */
export async function readLoad(api: Api, { task_name, resv_guid, gpu_type }: Task): Promise<TaskLoad> {
  const params = { path: { resv_guid }, query: { range: "3600" } } as const;
  const load = await done(api.GET("/v1/tasks/{resv_guid}/metrics", { params }));
  const last = (figures: readonly (number | null)[]) => figures.findLast((figure) => figure !== null) ?? null;
  return {
    task_name,
    resv_guid,
    gpu_type,
    ts: load.points_ts.at(-1) ?? null,
    gpu_busy: last(load.gpu_busy),
    gpu_mem_mb: last(load.gpu_mem_mb),
    cpu_pct: last(load.cpu_pct),
    mem_mb: last(load.mem_mb),
    gpus: load.gpus.map(({ rank, gpu, busy, mem_mb }) => ({ rank, gpu, busy: last(busy), mem_mb: last(mem_mb) })),
    simulated: load.simulated,
    hour: load.gpu_busy,
  };
}
