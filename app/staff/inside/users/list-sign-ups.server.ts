import { db } from "~/platform/db.server";
import { dayOf, startOf } from "~/platform/day-range";

const DAY_MS = 86_400_000;

/**
 * Customers registered on each of the last days (UTC), oldest first, including unverified ones (A11) and empty days.
 */
export async function listSignUps({
  days,
  now,
}: {
  days: number;
  now: Date;
}): Promise<{ day: string; users: number }[]> {
  const from = new Date(startOf(dayOf(now)).getTime() - (days - 1) * DAY_MS);
  return await db.query<{ day: string; users: number }>(
    `select to_char(asked.day, 'YYYY-MM-DD') as day,
       coalesce((select sum(users) from sign_up_day where day = asked.day::date), 0)::int as users
     from generate_series($1::date, $2::date, interval '1 day') as asked(day) order by asked.day`,
    [dayOf(from), dayOf(now)],
  );
}
