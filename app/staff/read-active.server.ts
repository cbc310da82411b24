import { db } from "~/platform/db.server";
import { dayOf, type Days } from "~/platform/day-range";

/** Distinct users of the last 1, 7 and 30 days, today included (3.6, A9). */
export interface ActiveUsers {
  daily: number;
  weekly: number;
  monthly: number;
}

/**
 * Reads the active users. Each counts only at their last active day, so the distinct users of a period are the sum of
 * its days.
 */
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

/** Active users of a day, and of the 7 and 30 days up to it; null until known. */
export interface ActiveDay {
  day: string;
  daily: number;
  weekly: number | null;
  monthly: number | null;
}

/** The most days on the screen, the newest ones; a file has all. */
const SHOWN_DAYS = 366;

/** Active users of each requested and known day, oldest first, without gaps (A9, decision 0179). */
export async function listActiveDays(given: { days: Days; now: Date; all?: boolean }): Promise<ActiveDay[]> {
  const { days, now, all = false } = given;
  const today = dayOf(now);
  const [present, past] = await Promise.all([
    readActiveUsers({ now }),
    db.query<ActiveDay>(
      `select to_char(asked.day, 'YYYY-MM-DD') as day, coalesce(c.active, 0)::int as daily, c.weekly, c.monthly
       from generate_series(
         greatest($1::date, (select min(day) from active_count), case when $4 then $1::date else $2::date - $5::int + 1 end),
         $2::date, interval '1 day') as asked(day)
       left join (select day, sum(active) as active, max(weekly) filter (where day < $3::date) as weekly,
           max(monthly) filter (where day < $3::date) as monthly
         from active_count where day between $1 and $2 group by day) c on c.day = asked.day::date
       order by asked.day`,
      [days.start, days.end < today ? days.end : today, today, all, SHOWN_DAYS],
    ),
  ]);
  const { weekly, monthly } = present;
  return past.map((row) => (row.day === today ? { ...row, weekly, monthly } : row));
}
