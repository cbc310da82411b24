import { db } from "~/db.server";

/** Removes the logins of command lines whose ten minutes are over. */
export async function pruneDeviceLogins({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from device_login where expires_at <= $1`, [now]);
}
