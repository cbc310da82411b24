import { db } from "~/db.server";

/** What is planned for a node. Times are epoch seconds. */
export interface PlannedWindow {
  from_ts: number;
  to_ts: number;
  upgrade: boolean;
  auto_return: boolean;
  /** It has begun. */
  open: boolean;
  /** Who planned it; null where the user is gone. */
  by: string | null;
}

export async function readWindow({ nodeName }: { nodeName: string }): Promise<PlannedWindow | null> {
  const [window] = await db.query<PlannedWindow>(
    `select floor(extract(epoch from w.from_at))::int as from_ts, floor(extract(epoch from w.to_at))::int as to_ts,
       w.upgrade, w.auto_return, w.state = 'open' as open, u.name as by
     from node n join maintenance_window w on w.node_id = n.id and w.state in ('planned', 'open')
       left join user_account u on u.id = w.made_by
     where n.node_name = $1 and n.retired_at is null`,
    [nodeName],
  );
  return window ?? null;
}

/** The earliest date by which the machine of a task is maintained or taken out of service; null: none is known. */
export interface TaskMaintenance {
  from_ts: number;
  /** Null: it is taken out of service. */
  to_ts: number | null;
}

export async function readTaskMaintenance({ resvGuid }: { resvGuid: string }): Promise<TaskMaintenance | null> {
  return (await readTasksMaintenance({ resvGuids: [resvGuid] })).get(resvGuid) ?? null;
}

/** The same of several tasks; those are left out of whose machines nothing is planned. */
export async function readTasksMaintenance({
  resvGuids,
}: {
  resvGuids: readonly string[];
}): Promise<Map<string, TaskMaintenance>> {
  if (resvGuids.length === 0) return new Map();
  const rows = await db.query<TaskMaintenance & { resvGuid: string }>(
    `select distinct on (d.resv_guid) d.resv_guid as "resvGuid",
       floor(extract(epoch from d.from_at))::int as from_ts, floor(extract(epoch from d.to_at))::int as to_ts from (
       select p.resv_guid, w.from_at, w.to_at from placement p join maintenance_window w on w.node_id = p.node_id
         where p.resv_guid = any($1::uuid[]) and p.ended_at is null and p.run and w.state in ('planned', 'open')
       union all select p.resv_guid, x.empty_by, null from placement p join drain_plan x on x.node_id = p.node_id
         where p.resv_guid = any($1::uuid[]) and p.ended_at is null and p.run) d
     order by d.resv_guid, d.from_at`,
    [resvGuids],
  );
  return new Map(rows.map(({ resvGuid, ...planned }) => [resvGuid, planned]));
}
