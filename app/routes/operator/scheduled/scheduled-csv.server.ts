import { readScheduled, type ScheduledRow } from "~/domain/capacity/read-scheduled.server";
import { csvTable } from "~/http/csv-instead.server";

/** The queues of all clusters as one file. */
export function scheduledCsv({ now }: { now: Date }) {
  return {
    scheduled: () =>
      csvTable(() => readQueues(now), {
        Cluster: (row) => row.cluster,
        Position: (row) => row.position,
        Tenant: (row) => row.tenant_name,
        Task: (row) => row.task_name,
        "Task ID": (row) => row.resv_guid,
        "GPU type": (row) => row.gpu_type,
        GPUs: (row) => row.gpus_min,
        Since: (row) => new Date(row.ts_scheduled * 1000),
        Reason: (row) => row.reason,
      }),
  };
}

async function readQueues(now: Date): Promise<(ScheduledRow & { cluster: string })[]> {
  const queues = Object.entries(await readScheduled({ now }));
  return queues.flatMap(([cluster, queue]) => queue.map((row) => ({ cluster, ...row })));
}
