import { db } from "~/platform/db.server";

/** Checks whether a member of staff is mailed about new messages (22.6). */
export async function readsInbox({ userId }: { userId: number }): Promise<boolean> {
  return (await db.query(`select from inbox_reader where user_id = $1`, [userId])).length > 0;
}

export async function setReadsInbox({ userId, on }: { userId: number; on: boolean }): Promise<void> {
  if (on) await db.query(`insert into inbox_reader (user_id) values ($1) on conflict do nothing`, [userId]);
  else await db.query(`delete from inbox_reader where user_id = $1`, [userId]);
}
