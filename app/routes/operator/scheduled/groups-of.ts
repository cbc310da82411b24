import { groupBy } from "~/domain/group-by";
import type { ScheduledRow } from "~/domain/capacity/read-scheduled.server";

export interface QueueGroup {
  /** Cluster and GPU type; the cluster alone where nothing waits. */
  title: string;
  queue: ScheduledRow[];
}

/** A cluster's queues by GPU type: places count within one (S10). */
export function groupsOf({ name, queue }: { name: string; queue: ScheduledRow[] }): QueueGroup[] {
  if (queue.length === 0) return [{ title: name, queue }];
  return [...groupBy(queue, (row) => row.gpu_type)].map(([gpuType, rows]) => ({
    title: `${name} · ${gpuType}`,
    queue: rows,
  }));
}
