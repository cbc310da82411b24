import { db } from "~/platform/db.server";
import { TASK_WAITS } from "~/compute/capacity-sql.server";
import { GPUS_PER_NODE, NETWORKS_WITH_PORT } from "~/compute/gpu-sizes";

/** A waiting task that would fit on the empty node, by itself or as one node of a gang. */
export interface WaitingForNode {
  resv_guid: string;
  tenant_name: string;
  task_name: string;
  /** Place in the queue (S10), 0 until the scheduler has looked at it. */
  position: number;
  gpus_min: number;
  ts_scheduled: number;
  reason: string;
}

const LIMIT = 20;

/**
 * Reads the first tasks in the queue of the node's row that would fit on it, by its size and its network (S4, S7), and
 * their number.
 */
export async function readNodeQueue({
  nodeName,
}: {
  nodeName: string;
}): Promise<{ first: WaitingForNode[]; all: number }> {
  const rows = await db.query<WaitingForNode & { all: number }>(
    // Reads names of the first tasks only: thousands may wait.
    `with waiting as materialized (
       select t.resv_guid, t.tenant_id, t.task_name, t.position, t.gpus_min, t.accepted_at, t.wait_reason
       from node n
         join task t on t.cluster_name = n.cluster_name and t.gpu_type = n.gpu_type and t.state in ('queued', 'placing')
           and ${TASK_WAITS}
           and t.gpus_min <= case when n.gpus = ${GPUS_PER_NODE} then 8 * n.gpus else n.gpus end
           and (t.network <> all($2) or n.ibs_active >= 1)
       where n.node_name = $1 and n.retired_at is null
     ), first as (select * from waiting order by position nulls first, accepted_at, resv_guid limit ${LIMIT})
     select t.resv_guid, tenant.tenant_name, t.task_name, coalesce(t.position, 0) as position, t.gpus_min,
       floor(extract(epoch from t.accepted_at))::int as ts_scheduled, t.wait_reason as reason,
       (select count(*) from waiting)::int as all
     from first t join tenant on tenant.id = t.tenant_id
     order by t.position nulls first, t.accepted_at, t.resv_guid`,
    [nodeName, NETWORKS_WITH_PORT],
  );
  return { first: rows.map(({ all: _all, ...row }) => row), all: rows[0]?.all ?? 0 };
}
