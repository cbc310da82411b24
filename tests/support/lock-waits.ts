import { db } from "~/platform/db.server";

/** Number of statements of this file's database that wait for another transaction's lock. */
export async function lockWaits(): Promise<number> {
  const waiting = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length;
}
