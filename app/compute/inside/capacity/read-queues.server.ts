import { db } from "~/platform/db.server";
import type { ScheduledRow } from "~/compute/read-scheduled.server";
import { TASK_WAITS } from "~/compute/capacity-sql.server";

/** A queue, identified by its cluster and GPU type (S10). */
export interface QueueName {
  cluster: string;
  gpuType: string;
}

/** A part of a queue, with the total number of waiting tasks. */
export interface QueuePart extends QueueName {
  all: number;
  rows: ScheduledRow[];
}

/**
 * Reads the tasks from `offset` of every queue with waiting tasks, or of one queue; beyond the end, the last part.
 * Thousands may wait: only the returned ones are sorted and have their tenants looked up.
 */
export async function readQueues({
  only = null,
  offset,
  limit,
}: {
  only?: QueueName | null;
  offset: number;
  limit: number;
}): Promise<QueuePart[]> {
  const rows = await db.query<ScheduledRow & { cluster: string; all: number }>(
    `with waiting as materialized (
       select t.resv_guid, t.cluster_name, t.gpu_type, t.position, t.accepted_at from task t
       where t.state in ('queued', 'placing') and ${TASK_WAITS}
         and ($1::text is null or t.cluster_name = $1 and t.gpu_type = $2)
     ), queue as (
       select cluster_name, gpu_type, count(*)::int as all from waiting group by 1, 2
     )
     select queue.cluster_name as cluster, queue.all, coalesce(t.position, 0) as position, t.resv_guid, n.tenant_name,
       t.task_name, t.gpu_type, t.gpus_min, floor(extract(epoch from t.accepted_at))::int as ts_scheduled,
       t.wait_reason as reason, coalesce(place.reason_word, '') as engine_word, (t.moved_up_at is not null)::int as moved_up
     from queue
       cross join lateral (select w.resv_guid from waiting w
         where w.cluster_name = queue.cluster_name and w.gpu_type = queue.gpu_type
         order by w.position nulls last, w.accepted_at, w.resv_guid
         offset least($3::int, (queue.all - 1) / $4::int * $4) limit $4) part
       join task t on t.resv_guid = part.resv_guid join tenant n on n.id = t.tenant_id
       left join engine_place place on place.resv_guid = t.resv_guid and place.attempt = t.attempts + 1
     order by queue.cluster_name, queue.gpu_type, t.position nulls last, t.accepted_at, t.resv_guid`,
    [only?.cluster ?? null, only?.gpuType ?? null, offset, limit],
  );
  const parts: QueuePart[] = [];
  for (const { cluster, all, ...row } of rows) {
    const last = parts.at(-1);
    if (last?.cluster === cluster && last.gpuType === row.gpu_type) last.rows.push(row);
    else parts.push({ cluster, gpuType: row.gpu_type, all, rows: [row] });
  }
  return parts;
}
