import { db } from "~/platform/db.server";
import { dayOf, firstOfMonth, plusMonths } from "~/platform/day-range";

/** Checks whether a member of staff gets the report of each month by mail. */
export async function readsReports({ userId }: { userId: number }): Promise<boolean> {
  return (await db.query(`select from report_reader where user_id = $1`, [userId])).length > 0;
}

/** Subscribes a member of staff, from the report of the present month on. */
export async function subscribeToReports({ userId, now }: { userId: number; now: Date }): Promise<void> {
  await db.query(`insert into report_reader (user_id, told_month) values ($1, $2) on conflict do nothing`, [
    userId,
    plusMonths(firstOfMonth(dayOf(now)), -1),
  ]);
}

export async function unsubscribeFromReports({ userId }: { userId: number }): Promise<void> {
  await db.query(`delete from report_reader where user_id = $1`, [userId]);
}
