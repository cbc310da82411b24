import { db } from "~/db.server";

/** Removes links that have ended by themselves. */
export async function pruneMailLinks({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from mail_link where expires_at < $1`, [now]);
}
