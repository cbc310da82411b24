import { asUnits, unitsToDollars2, ZERO } from "~/money/units";
import type { Days } from "~/platform/day-range";
import { listPromoDays, OTHER_CODES } from "~/payments/inside/marketing/list-promo-days.server";
import { type PromoSum, sumPromos } from "~/payments/inside/marketing/sum-promos.server";

/** Codes with their own series in the chart. */
const SERIES = 9;
const ROWS_MAX = 50;

/** A code's results for the screen; a row without a code is the sum of all unlisted codes. */
export type BroughtRow = ReturnType<typeof toRow>;

/** Redemptions over time, and their results by code. */
export async function readBrought(days: Days) {
  const sums = await sumPromos({ days });
  const codes = sums
    .filter(({ redeemed }) => redeemed > 0)
    .slice(0, SERIES)
    .map(({ code }) => code);
  const { by, periods } = await listPromoDays({ days, codes });
  const others = periods.some(({ redeemed }) => redeemed.has(OTHER_CODES));
  return {
    by,
    series: others ? [...codes, OTHER_CODES] : codes,
    periods: periods.map(({ day, redeemed }) => ({ day, redeemed: Object.fromEntries(redeemed) })),
    rows: broughtRows(sums, ROWS_MAX),
  };
}

/** The first codes, and the rest as one row; all of them without a limit. */
export function broughtRows(sums: PromoSum[], limit = Infinity): BroughtRow[] {
  const rest = sums.slice(limit);
  return [...sums.slice(0, limit).map(toRow), ...(rest.length > 0 ? [toRow(sumOf(rest))] : [])];
}

function toRow({ code, name, redeemed, before, givenUnits, toppedUp, subscribed }: PromoSum) {
  return { code, name, redeemed, before, given: unitsToDollars2(givenUnits), toppedUp, subscribed };
}

function sumOf(sums: PromoSum[]): PromoSum {
  return sums.reduce(
    (all, one) => ({
      ...all,
      redeemed: all.redeemed + one.redeemed,
      before: all.before + one.before,
      givenUnits: asUnits(all.givenUnits + one.givenUnits),
      toppedUp: all.toppedUp + one.toppedUp,
      subscribed: all.subscribed + one.subscribed,
    }),
    { code: "", name: OTHER_CODES, redeemed: 0, before: 0, givenUnits: ZERO, toppedUp: 0, subscribed: 0 },
  );
}
