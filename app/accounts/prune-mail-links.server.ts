import { db } from "~/platform/db.server";

/** Deletes expired links. */
export async function pruneMailLinks({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from mail_link where expires_at < $1`, [now]);
}
