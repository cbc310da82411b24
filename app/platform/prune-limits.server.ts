import { db } from "./db.server";

/** Deletes counts of limits whose time has passed. */
export async function pruneLimits({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from login_limit where expire < $1::bigint`, [now.getTime()]);
}
