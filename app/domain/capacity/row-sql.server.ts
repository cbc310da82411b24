/** Node `n` is healthy, enrolled and in mode Norm: the only kind that takes placements (S1, 6.1). */
export const NODE_IN_SERVICE = `n.retired_at is null and n.drain = 0 and n.health = 'healthy'`;

/** Task `t` was placed, the placement failed, and it waits to be placed anew (6.2). */
export const TASK_TO_PLACE_AGAIN = `(t.state = 'placing' and not exists (
  select from placement p where p.resv_guid = t.resv_guid and p.ended_at is null and p.run))`;

/** A task failed to start on node `n` after $1 (S14). A placement fails before or when it ends, so the index over
 * (node, end) finds it without a look at the node's whole past. */
const NODE_AVOIDED = `(exists (select from placement p where p.node_id = n.id and p.ended_at is null and p.failed_at > $1)
  or exists (select from placement p where p.node_id = n.id and p.ended_at > $1 and p.failed_at > $1))`;

/** The columns of a `FreeNode` for `from ${FREE_NODES}`; `held` are the GPUs that placements hold. $1: `avoidedSince`. */
export const FREE_NODE_COLUMNS = `n.id as "nodeId", n.node_name as "nodeName", n.gpus, n.ibs_active as "ibsActive",
  held.gpus as held, coalesce(n.id = any(hold.node_ids), false) as fenced, ${NODE_AVOIDED} as avoided`;

/** Nodes `n` with what holds their GPUs. The fence of a task that is not queued any more counts no longer. */
export const FREE_NODES = `node n
  left join (select node_id, array_agg(gpu) as gpus from held_gpu group by node_id) held on held.node_id = n.id
  left join hold on hold.cluster_name = n.cluster_name and hold.gpu_type = n.gpu_type
    and exists (select from task t where t.resv_guid = hold.resv_guid and t.state = 'queued')`;
