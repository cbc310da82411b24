import { db } from "~/db.server";
import { dayOf, startOf } from "~/domain/day-range";

/** Distinct users of the last 1, 7 and 30 days, today included (3.6, A9). */
export interface ActiveUsers {
  daily: number;
  weekly: number;
  monthly: number;
}

const DAY_MS = 86_400_000;

/** Each user counts at the last day of theirs alone, so distinct users of some days are the sum of those days. */
export async function readActiveUsers({ now }: { now: Date }): Promise<ActiveUsers> {
  const today = dayOf(now);
  const [row] = await db.query<ActiveUsers>(
    `select coalesce(sum(last_seen) filter (where day > $1::date - 1), 0)::int as daily,
       coalesce(sum(last_seen) filter (where day > $1::date - 7), 0)::int as weekly,
       coalesce(sum(last_seen), 0)::int as monthly
     from active_count where day > $1::date - 30`,
    [today],
  );
  if (!row) throw new Error("the active users gave no answer");
  return row;
}

/** How many users were there on each of the last days, oldest first; every day is present. */
export async function listDailyActive({
  days,
  now,
}: {
  days: number;
  now: Date;
}): Promise<{ day: string; users: number }[]> {
  const first = dayOf(new Date(startOf(dayOf(now)).getTime() - (days - 1) * DAY_MS));
  return await db.query<{ day: string; users: number }>(
    `select to_char(asked.day, 'YYYY-MM-DD') as day, coalesce(sum(c.active), 0)::int as users
     from generate_series($1::date, $2::date, interval '1 day') as asked(day) left join active_count c on c.day = asked.day::date
     group by asked.day order by asked.day`,
    [first, dayOf(now)],
  );
}
