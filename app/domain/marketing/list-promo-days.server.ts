import { db } from "~/db.server";
import { type Days, eachDay, startOf } from "~/domain/day-range";

/** What stands for all codes that are not named. No code is written like this: codes are in capitals. */
export const OTHER_CODES = "Other";

/** Redemptions of a day, or of a month where there are too many days, by code. */
export interface PromoPeriod {
  /** Its first day that is asked for, `YYYY-MM-DD`. */
  day: string;
  redeemed: Map<string, number>;
}

/** So many days are shown one by one, more of them by month. */
const DAYS_MAX = 92;
const DAY_MS = 86_400_000;

/**
 * The periods of these days, oldest first, those without redemptions too; months only from the first to the last that has
 * any, for the days may be those of all calendars. `codes` are named, all others are one.
 */
export async function listPromoDays(given: {
  days: Days;
  codes: string[];
}): Promise<{ by: "day" | "month"; periods: PromoPeriod[] }> {
  const { days, codes } = given;
  const count = (startOf(days.end).getTime() - startOf(days.start).getTime()) / DAY_MS + 1;
  const by = count > DAYS_MAX ? "month" : "day";
  const rows = await db.query<{ day: string; code: string; redeemed: number }>(
    `select to_char(greatest(period, $1::date), 'YYYY-MM-DD') as day,
       case when code = any($4::text[]) then code else '${OTHER_CODES}' end as code, sum(redeemed)::int as redeemed
     from (
       select date_trunc($3, day::timestamp) as period, code, sum(redeemed) as redeemed from promo_day
       where day between $1::date and $2::date and redeemed > 0 group by 1, 2) periods
     group by 1, 2 order by 1`,
    [days.start, days.end, by, codes],
  );
  const first = rows[0]?.day ?? days.start;
  const last = rows.at(-1)?.day ?? first;
  const starts = by === "day" ? eachDay(days) : eachDay({ start: first, end: last }).filter(isMonthStart(first));
  const periods = new Map(starts.map((day) => [day, { day, redeemed: new Map<string, number>() }]));
  for (const { day, code, redeemed } of rows) periods.get(day)?.redeemed.set(code, redeemed);
  return { by, periods: [...periods.values()] };
}

function isMonthStart(first: string): (day: string) => boolean {
  return (day) => day === first || day.endsWith("-01");
}
