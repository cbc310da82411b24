import { db } from "~/platform/db.server";

/** Number of statements of this file's database that wait for another transaction's lock and contain this text. */
export async function lockWaits(text = ""): Promise<number> {
  const waiting = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [text],
  );
  return waiting.length;
}
