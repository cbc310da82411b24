import { db, sweep } from "~/db.server";
import { dayOf, plusDays } from "~/domain/day-range";

/** So many days late may an active day be written, as those of usage events may, and still count in the past. */
const LATE_DAYS = 7;

/**
 * Writes how many distinct users the 7 and 30 days up to each past day had (decision 0179): of the days since the last
 * time and a week before, at first of all. Where yesterday is written already, there is nothing to do.
 */
export async function keepActivePast({ now }: { now: Date }): Promise<void> {
  const yesterday = plusDays(dayOf(now), -1);
  const [known] = await db.query<{ from: string | null }>(
    `select to_char(coalesce(newest - ${LATE_DAYS - 1}, (select min(day) from active_count)), 'YYYY-MM-DD') as "from"
     from (select max(day) as newest from active_past) kept where newest is null or newest < $1::date`,
    [yesterday],
  );
  const from = known?.from ?? null;
  if (from === null || from > yesterday) return;
  await sweep(async (connection) => await connection.query(KEEP, [from, yesterday]));
}

/**
 * A user counts from an active day on for 7 and 30 days, but no longer than until the next one, where it begins anew: so
 * no user counts twice, and the number of a day is the sum of what began and ended up to it.
 */
const KEEP = `
  insert into active_past (day, weekly, monthly)
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
  select day, weekly, monthly from sums where day >= $1::date
  on conflict (day) do update set weekly = excluded.weekly, monthly = excluded.monthly`;
