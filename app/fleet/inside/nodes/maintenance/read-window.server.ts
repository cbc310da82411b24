import { db } from "~/platform/db.server";

/** The planned maintenance of a node. Times are epoch seconds. */
export interface PlannedWindow {
  from_ts: number;
  /** Null: until staff set Norm. */
  to_ts: number | null;
  upgrade: boolean;
  auto_return: boolean;
  /** True once it has begun. */
  open: boolean;
  /** The user who planned the window; null if they were deleted. */
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
