import { db, sweep } from "~/platform/db.server";
import { dayOf, plusDays } from "~/platform/day-range";
import { WHOLE_DAY } from "./record-active.server";

/** Days by which an active day may be late and still count in the past: usage events may be late too. */
const LATE_DAYS = 7;

/**
 * Stores the distinct users of the 7 and 30 days up to each past day (decision 0179): of new days and the week before
 * them, or of all at first. Does nothing if yesterday is stored.
 */
export async function keepActivePast({ now }: { now: Date }): Promise<void> {
  const yesterday = plusDays(dayOf(now), -1);
  const [known] = await db.query<{ from: string | null }>(
    `select to_char(coalesce(newest - ${LATE_DAYS - 1}, (select min(day) from active_count)), 'YYYY-MM-DD') as "from"
     from (select max(day) as newest from active_count where weekly is not null) kept where newest is null or newest < $1::date`,
    [yesterday],
  );
  const from = known?.from ?? null;
  if (from === null || from > yesterday) return;
  await sweep(async (connection) => await connection.query(KEEP, [from, yesterday]));
}

/**
 * A user counts for 7 and 30 days from an active day, but only until their next one. So no user counts twice, and a
 * day's number is the sum of starts and ends up to it.
 */
const KEEP = `
  insert into active_count (day, shard, active, last_seen, weekly, monthly)
  with there as (
    select day, lead(day) over (partition by user_id order by day) as next from active_day
    where day > $1::date - 30 and day <= $2::date),
  steps as (
    select day, count(*) as weekly, count(*) as monthly from there group by day
    union all select least(next, day + 7), -count(*), 0 from there group by 1
    union all select least(next, day + 30), 0, -count(*) from there group by 1),
  sums as (
    select asked.day::date, sum(coalesce(sum(weekly), 0)) over (order by asked.day) as weekly,
      sum(coalesce(sum(monthly), 0)) over (order by asked.day) as monthly
    from generate_series($1::date - 29, $2::date, interval '1 day') as asked(day)
    left join steps on steps.day = asked.day::date group by asked.day)
  select day, ${WHOLE_DAY}, 0, 0, weekly, monthly from sums where day >= $1::date order by day
  on conflict (day, shard) do update set weekly = excluded.weekly, monthly = excluded.monthly`;
