import { db } from "~/db.server";
import { dayOf, startOf } from "~/domain/day-range";

const DAY_MS = 86_400_000;

/** Registrations of customers on each of the last days in UTC, oldest first, unverified ones too (A11); every day is present. */
export async function listSignUps({
  days,
  now,
}: {
  days: number;
  now: Date;
}): Promise<{ day: string; users: number }[]> {
  const from = new Date(startOf(dayOf(now)).getTime() - (days - 1) * DAY_MS);
  return await db.query<{ day: string; users: number }>(
    `select to_char(asked.day, 'YYYY-MM-DD') as day, coalesce(counted.users, 0) as users
     from generate_series($1::date, $2::date, interval '1 day') as asked(day)
     left join (
       select (created_at at time zone 'UTC')::date as created_on, count(*)::int as users from user_search
       where created_at >= $3 and role = 'customer' group by 1
     ) counted on counted.created_on = asked.day::date
     order by asked.day`,
    [dayOf(from), dayOf(now), from],
  );
}
