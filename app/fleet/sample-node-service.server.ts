import { NODE_IN_SERVICE } from "~/compute/capacity-sql.server";
import { INCIDENT_GRACE_S } from "~/compute/review-task";
import { db } from "~/platform/db.server";

/**
 * SQL: the tasks of node `n`, which takes none since the end of `s`, are lost. It has been dead for longer than they
 * wait for it, or they were lost before (6.2).
 */
const LOST = `(n.health = 'dead' and s.to_ts <= $1::timestamptz - interval '${INCIDENT_GRACE_S} seconds'
  or not exists (select from placement p where p.node_id = n.id and p.run and p.ended_at is null) and exists (
    select from placement p join task t on t.resv_guid = p.resv_guid
    where p.node_id = n.id and (p.ended_at is null or p.ended_at >= coalesce(s.to_ts, $1) - interval '1 minute')
      and p.incident and t.state = 'lost' and t.state_at >= coalesce(s.to_ts, $1) - interval '1 minute'))`;

/** SQL for the time since which node `n` takes tasks again: that of its first task since then, or now. */
const TOOK_SINCE = `coalesce((select min(p.assigned_at) from placement p
  where p.node_id = n.id and p.assigned_at > $1::timestamptz - interval '2 minutes' and p.assigned_at > coalesce(
    (select max(s.to_ts) from node_service s where s.node_id = n.id), n.enrolled_at)), $1)`;

/**
 * Keeps the times in which each node takes tasks, by the planner's own condition (S1), for those who replay the past.
 * An end of less than a minute may be missed.
 */
export async function sampleNodeService({ now }: { now: Date }): Promise<void> {
  await db.query(
    `with kept as (
       update node_service s set to_ts = case when ${NODE_IN_SERVICE} then s.to_ts else coalesce(s.to_ts, $1) end,
         ended_as = case when s.to_ts is null and ${NODE_IN_SERVICE} then null when ${LOST} then 'lost' else 'drained' end,
         ibs_active = greatest(s.ibs_active, n.ibs_active)
       from node n where n.id = s.node_id and (
         s.to_ts is null and (not (${NODE_IN_SERVICE}) or n.ibs_active > s.ibs_active)
         or s.ended_as = 'drained' and s.to_ts > $1::timestamptz - interval '1 hour' and ${LOST}
           and not exists (select from node_service later where later.node_id = s.node_id and later.from_ts > s.from_ts)))
     insert into node_service (node_id, from_ts, ibs_active)
     select n.id, ${TOOK_SINCE}, n.ibs_active from node n where ${NODE_IN_SERVICE}
       and not exists (select from node_service s where s.node_id = n.id and s.to_ts is null)
     on conflict do nothing`,
    [now],
  );
}
