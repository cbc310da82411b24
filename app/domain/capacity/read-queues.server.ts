import { db } from "~/db.server";
import type { ScheduledRow } from "./read-scheduled.server";
import { TASK_WAITS } from "./row-sql.server";

/** A queue, named by its cluster and GPU type (S10). */
export interface QueueName {
  cluster: string;
  gpuType: string;
}

/** A part of a queue, with how many wait in all of it. */
export interface QueuePart extends QueueName {
  all: number;
  rows: ScheduledRow[];
}

/**
 * The tasks from `offset` of every queue where something waits, or of one of them; beyond its end those of the last part.
 * Thousands may wait: only those that are answered have their tenants looked up.
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
    `with waiting as (
       select t.cluster_name, t.gpu_type, t.resv_guid, t.tenant_id, t.task_name, t.position, t.gpus_min, t.accepted_at,
         t.wait_reason, (count(*) over (partition by t.cluster_name, t.gpu_type))::int as all,
         row_number() over (partition by t.cluster_name, t.gpu_type
           order by t.position nulls last, t.accepted_at, t.resv_guid) as place
       from task t
       where t.state in ('queued', 'placing') and ${TASK_WAITS}
         and ($1::text is null or t.cluster_name = $1 and t.gpu_type = $2)
     )
     select t.cluster_name as cluster, t.all, coalesce(t.position, 0) as position, t.resv_guid, n.tenant_name, t.task_name,
       t.gpu_type, t.gpus_min, floor(extract(epoch from t.accepted_at))::int as ts_scheduled, t.wait_reason as reason
     from waiting t join tenant n on n.id = t.tenant_id
     where t.place > least($3::int, (t.all - 1) / $4::int * $4) and t.place <= least($3, (t.all - 1) / $4 * $4) + $4
     order by t.cluster_name, t.gpu_type, t.place`,
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
