import { db } from "~/platform/db.server";

/** The page shows 90 days; a look back over a year is kept. */
const KEPT = "400 days";

/** Deletes days that the status page no longer shows, and what nodes did so long ago. */
export async function pruneServiceDays({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from service_day where day < ($1::timestamptz - $2::interval)::date`, [now, KEPT]);
  await db.query(
    `delete from service_outage where began_at < $1::timestamptz - $2::interval and ended_at is not null`,
    [now, KEPT],
  );
  await db.query(`delete from node_service where to_ts < $1::timestamptz - $2::interval`, [now, KEPT]);
}
