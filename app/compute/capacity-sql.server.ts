import { ROOM_GB } from "./inside/volumes/volume-room.server";
import { START_WITHIN_S } from "./review-task";

/**
 * SQL: the planner may place on node `n`. It is healthy, enrolled and in mode Norm (S1, 6.1), reports steadily, awaits no
 * self-test, runs no maintenance command, and is no engine's pilot.
 */
export const NODE_IN_SERVICE = `n.retired_at is null and n.pilot_of is null and n.drain = 0 and n.health = 'healthy' and n.contact <> 'suspect'
  and not n.flapping and not n.awaits_test and not exists (
    select from node_chore c where c.node_id = n.id and c.kind = 'maintenance' and c.state = 'running')`;

/**
 * SQL: GPUs of node `n` in service. A node that takes no tasks still has those in service that its tasks hold; the rest
 * are out of service. `held` is the number of GPUs that tasks hold on it.
 */
export const gpusInService = (held: string) => `case when ${NODE_IN_SERVICE} then n.gpus else coalesce(${held}, 0) end`;

/** Task `t` was placed, the placement failed, and it waits to be placed again (6.2). */
export const TASK_TO_PLACE_AGAIN = `(t.state = 'placing' and not exists (
  select from placement p where p.resv_guid = t.resv_guid and p.ended_at is null and p.run))`;

/**
 * SQL for the nodes on which tasks failed to start after $1, with their tenants (S14). A customer's own image or volume
 * may be the cause: only a task without these makes everybody avoid the node, because failed starts are free. The
 * placements are looked up once, by the index of failed ones.
 */
const FAILED_STARTS = `(select p.node_id, array_agg(distinct t.tenant_id) as tenants,
    bool_or(not t.needs_container) as of_all
  from placement p join task t on t.resv_guid = p.resv_guid where p.failed_at > $1 group by p.node_id)`;

/** SQL: everybody, or tenant $3, avoids node `n` after $1 (S14). */
export const NODE_AVOIDED = `n.id in (
  select failed.node_id from ${FAILED_STARTS} failed where failed.of_all or $3::int = any(failed.tenants))`;

/** SQL: tenant $2 avoids nodes after $1. */
export const AVOIDS_NODES = `select from ${FAILED_STARTS} failed where not failed.of_all and $2::int = any(failed.tenants)`;

/**
 * SQL: node `n` starts templates and attaches volumes: it runs containers, or imitates them as the demo's nodes do
 * (18.6).
 */
export const NODE_STARTS_TEMPLATES = `(n.runtime = 'container' or n.simulated)`;

/** The columns of a `FreeNode` for `from ${FREE_NODES}`; `held` are the GPUs that placements hold. $1: `avoidedSince`. */
export const FREE_NODE_COLUMNS = `n.id as "nodeId", n.node_name as "nodeName", n.gpus, n.ibs_active as "ibsActive",
  held.gpus as held, held.busy_since as "busySince", held.free_by as "freeBy",
  hold.resv_guid as "fencedFor", coalesce(failed.of_all, false) as avoided,
  case when failed.of_all then '{}' else coalesce(failed.tenants, '{}') end as "avoidedBy", case when ${NODE_STARTS_TEMPLATES} then jsonb_build_object(
    'pulls', n.runtime = 'container', 'volumeReach', n.volume_reach, 'volumeRoomGb', coalesce(${ROOM_GB}, 0)) end as means`;

/** Task `t` waits for GPUs: in the queue, or to be placed again. */
export const TASK_WAITS = `(t.state = 'queued' or ${TASK_TO_PLACE_AGAIN})`;

/** Latest end of placement `p` of task `t` (S16); one that never starts to run is abandoned in time. */
export const DECLARED_END = `case when t.max_seconds > 0 and p.run
  then coalesce(t.started_at, p.assigned_at + interval '${START_WITHIN_S} seconds')
    + t.max_seconds * interval '1 second' end`;

/**
 * End of a placement as the planner expects it. A task that is being stopped ends at the moment of the stop, for as long
 * as its agent has to report that. An end that was put off is not expected: the next one may be put off, too.
 */
const EXPECTED_END = `coalesce(case when not t.end_put_off then ${DECLARED_END} end, case when p.state <> 'revoked' then t.stop_at end)`;

/**
 * SQL for the needs of task `t` besides GPUs, as a `NodeNeeds`; null for one without needs. Two local volumes on two
 * nodes leave no node that has both.
 */
export const NODE_NEEDS = `case when t.needs_container then (
  select jsonb_build_object(
    'pulls', t.own_image,
    'shared', coalesce(bool_or(v.reach = 'shared'), false),
    'nodeId', case when count(distinct v.node_id) > 1 then 0 else min(v.node_id) end,
    'localGb', coalesce(sum(v.gb) filter (where v.reach = 'local' and v.node_id is null), 0))
  from task_volume link join volume v on v.volume_id = link.volume_id where link.resv_guid = t.resv_guid) end`;

/**
 * SQL for the hold that fences node `n` (S11), to be left joined: one at most. The fence of a task that no longer waits
 * does not count.
 */
export const HOLD_OF_NODE = `row_hold hold on hold.cluster_name = n.cluster_name and hold.gpu_type = n.gpu_type
    and n.id = any(hold.node_ids) and exists (select from task t where t.resv_guid = hold.resv_guid and ${TASK_WAITS})`;

/**
 * Nodes `n` with the placements that hold their GPUs, and starts that failed after $1. Tasks are joined by the index of
 * those that declare an end.
 */
export const FREE_NODES = `node n
  left join (
    select h.node_id, array_agg(h.gpu) as gpus, min(p.assigned_at) as busy_since,
      case when bool_and(${EXPECTED_END} is not null) then max(${EXPECTED_END}) end as free_by
    from held_gpu h join placement p on p.placement_id = h.placement_id left join task t on t.resv_guid = p.resv_guid and t.max_seconds > 0
    group by h.node_id) held on held.node_id = n.id
  left join ${FAILED_STARTS} failed on failed.node_id = n.id
  left join ${HOLD_OF_NODE}`;
