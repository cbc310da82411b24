import { db } from "~/db.server";

/** Removes sessions that have ended by themselves. */
export async function pruneSessions({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from session where expires_at < $1`, [now]);
}
