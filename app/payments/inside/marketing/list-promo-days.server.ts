import { db } from "~/platform/db.server";
import { type Days, eachDay, startOf } from "~/platform/day-range";

/** The name of all other codes together. No code equals it: codes are in capitals. */
export const OTHER_CODES = "Other";

/** Redemptions by code in a day, or in a month if there are too many days. */
export interface PromoPeriod {
  /** First requested day, `YYYY-MM-DD`. */
  day: string;
  redeemed: Map<string, number>;
}

/** Up to this many days are shown by day, more by month. */
const DAYS_MAX = 92;
const DAY_MS = 86_400_000;

/**
 * The periods of these days, oldest first, including empty ones. Months run only from the first to the last with
 * redemptions, since the days may span centuries. All codes except `codes` are summed.
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
