import { db } from "~/platform/db.server";
import { NAME_KEPT_DAYS } from "./inside/workspaces/kept-days";

/** Takes away workspaces that were deleted 30 days ago: their names are free again (A16). Their record is in the audit. */
export async function pruneWorkspaces({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from workspace where deleted_at <= $1::timestamptz - $2 * interval '1 day'`, [
    now,
    NAME_KEPT_DAYS,
  ]);
}
