import { db } from "~/platform/db.server";
import { NAME_KEPT_DAYS } from "./kept-days";

/** A workspace that can be restored. */
export interface DeletedWorkspace {
  name: string;
  ownerId: number;
  ownerEmail: string;
  tenantName: string;
  /** Epoch seconds. */
  deleted: number;
  /** Time until which it can be undone. */
  keptUntil: number;
}

/** Reads deletions of the last 30 days, newest first, and their number. Without a limit: all. */
export async function readDeletedWorkspaces(given: { offset: number; limit: number | null; now: Date }) {
  const { offset, limit, now } = given;
  const rows = await db.query<DeletedWorkspace & { total: number }>(
    `select w.name, w.owner_id as "ownerId", coalesce(u.email, '') as "ownerEmail", t.tenant_name as "tenantName",
       floor(extract(epoch from w.deleted_at))::float8 as deleted,
       floor(extract(epoch from w.deleted_at + $4 * interval '1 day'))::float8 as "keptUntil",
       (count(*) over ())::int as total
     from workspace w join user_account u on u.id = w.owner_id join tenant t on t.id = w.tenant_id
     where w.deleted_at > $1::timestamptz - $4 * interval '1 day'
     order by w.deleted_at desc, w.id desc offset $2 limit $3`,
    [now, offset, limit, NAME_KEPT_DAYS],
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
