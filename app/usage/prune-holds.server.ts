import { db } from "~/platform/db.server";

const KEPT_DAYS = 30;

/** Deletes holds 30 days after their creation: all have ended, and their events record the spend. */
export async function pruneHolds({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from usage_hold where created_at < $1::timestamptz - $2 * interval '1 day'`, [now, KEPT_DAYS]);
}
