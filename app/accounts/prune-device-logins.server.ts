import { db } from "~/platform/db.server";

/** Deletes logins of command lines that are older than ten minutes. */
export async function pruneDeviceLogins({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from device_login where expires_at <= $1`, [now]);
}
