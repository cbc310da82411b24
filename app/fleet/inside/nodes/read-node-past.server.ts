import { db } from "~/platform/db.server";
import { INCIDENT_DAYS } from "./incident-days";

/** A change of a node's mode or of its drain date. */
export interface ModeChange {
  id: number;
  at_ts: number;
  /** User's name; null if the user is gone. */
  by: string | null;
  /** Null: it was not recorded. */
  drain_before: number | null;
  drain_after: number | null;
  empty_by_ts: number | null;
  /** True if planned maintenance or a rolling drain made the change, as its planner had ordered. */
  planned: boolean;
}

const CHANGES = 20;

/** The last changes of the node's mode since it was enrolled, newest first, from the audit. */
export async function readModeChanges({ nodeName }: { nodeName: string }): Promise<ModeChange[]> {
  return await db.query<ModeChange>(
    `select a.id::int as id, floor(extract(epoch from a.at))::int as at_ts, u.name as by,
       (a.before ->> 'drain')::int as drain_before, (a.after ->> 'drain')::int as drain_after,
       floor(extract(epoch from (a.after ->> 'empty_by')::timestamptz))::int as empty_by_ts,
       a.action in ('node.window-mode', 'node.rolling-mode') as planned
     from node n join audit_row a on a.target = 'node:' || n.node_name and a.at >= n.enrolled_at
       left join user_account u on u.id = a.user_id
     where n.node_name = $1 and n.retired_at is null and a.action in ('node.drain', 'node.drain-plan', 'node.window-mode',
       'node.rolling-mode')
     order by a.id desc limit ${CHANGES}`,
    [nodeName],
  );
}

/** A running task that lost contact while it held GPUs of the node; in a gang, another node may have been silent. */
export interface NodeIncident {
  at_ts: number;
  resv_guid: string;
  task_name: string;
  tenant_name: string;
  /** State that followed the incident; null while it lasts. */
  became: string | null;
  became_ts: number | null;
}

const INCIDENTS = 50;

/** The incidents of the last 30 days, newest first. */
export async function readNodeIncidents({ nodeName, now }: { nodeName: string; now: Date }): Promise<NodeIncident[]> {
  return await db.query<NodeIncident>(
    `select floor(extract(epoch from began.at))::int as at_ts, t.resv_guid, t.task_name, tenant.tenant_name,
       after.to_state as became, floor(extract(epoch from after.at))::int as became_ts
     from node n
       join placement p on p.node_id = n.id
         and (p.ended_at is null or p.ended_at > $2::timestamptz - interval '${INCIDENT_DAYS} days')
       join task t on t.resv_guid = p.resv_guid and t.incidents > 0
       join tenant on tenant.id = t.tenant_id
       join task_event began on began.resv_guid = t.resv_guid and began.to_state = 'incident'
         and began.at > $2::timestamptz - interval '${INCIDENT_DAYS} days'
         and began.at >= p.assigned_at and (p.ended_at is null or began.at <= p.ended_at)
       left join lateral (select e.to_state, e.at from task_event e
         where e.resv_guid = t.resv_guid and e.id > began.id order by e.id limit 1) after on true
     where n.node_name = $1 and n.retired_at is null
     order by began.at desc, t.resv_guid limit ${INCIDENTS}`,
    [nodeName, now],
  );
}
