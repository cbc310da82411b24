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
  const [first] = await db.query<TaskMaintenance>(
    `select floor(extract(epoch from d.from_at))::int as from_ts, floor(extract(epoch from d.to_at))::int as to_ts from (
       select p.node_id, w.from_at, w.to_at from placement p join maintenance_window w on w.node_id = p.node_id
         where p.resv_guid = $1 and p.ended_at is null and p.run and w.state in ('planned', 'open')
       union all select p.node_id, x.empty_by, null from placement p join drain_plan x on x.node_id = p.node_id
         where p.resv_guid = $1 and p.ended_at is null and p.run) d
     order by d.from_at limit 1`,
    [resvGuid],
  );
  return first ?? null;
}
