import { db } from "~/platform/db.server";

/** A task whose node is silent, or that was lost with one. */
export interface IncidentRow {
  resvGuid: string;
  taskName: string;
  tenantName: string;
  state: "incident" | "lost";
  gpus: number;
  /** Nodes of its incident, by name. */
  nodes: string[];
  /** Time since which it is in that state. */
  at: Date;
}

/** Tasks in an incident now, and those lost since `from`; newest first, at most `limit`, and how many there are. */
export async function listIncidents(asked: {
  from: Date;
  limit: number;
}): Promise<{ rows: IncidentRow[]; total: number }> {
  const rows = await db.query<IncidentRow & { total: number }>(
    `select t.resv_guid as "resvGuid", t.task_name as "taskName", tenant_name as "tenantName", t.state,
       t.gpus_granted as gpus, t.state_at as at, t.total,
       array(select distinct node_name from placement p join node n on n.id = p.node_id
         where p.resv_guid = t.resv_guid and p.incident order by 1) as nodes
     from (
       select *, (count(*) over ())::int as total from (
         select * from task where state = 'incident'
         union all select * from task where finished_at >= $1 and state = 'lost'
       ) those order by state_at desc, resv_guid limit $2
     ) t join tenant on tenant.id = t.tenant_id order by t.state_at desc, t.resv_guid`,
    [asked.from, asked.limit],
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
