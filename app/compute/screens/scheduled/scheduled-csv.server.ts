import type { QueueName } from "~/compute/inside/capacity/read-queues.server";
import { readScheduled, type ScheduledRow } from "~/compute/read-scheduled.server";
import { csvTable } from "~/platform/http/csv-instead.server";
import { askedQueueOf } from "./asked-queue";

/** Builds a file of the queues of all clusters, or of one queue, complete. */
export function scheduledCsv({ search, now }: { search: URLSearchParams; now: Date }) {
  const { only } = askedQueueOf(search);
  return {
    scheduled: () =>
      csvTable(() => readRows(only, now), {
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

async function readRows(only: QueueName | null, now: Date): Promise<(ScheduledRow & { cluster: string })[]> {
  const queues = Object.entries(await readScheduled({ now }));
  return queues
    .flatMap(([cluster, queue]) => queue.map((row) => ({ cluster, ...row })))
    .filter((row) => only === null || (row.cluster === only.cluster && row.gpu_type === only.gpuType));
}
