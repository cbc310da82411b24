import { db } from "~/platform/db.server";
import { NAME_KEPT_DAYS } from "./inside/workspaces/kept-days";

/** Deletes workspaces 30 days after they were removed: their names become free (A16). The audit keeps their record. */
export async function pruneWorkspaces({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from workspace where deleted_at <= $1::timestamptz - $2 * interval '1 day'`, [
    now,
    NAME_KEPT_DAYS,
  ]);
}
