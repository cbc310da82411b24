import { unitsToDollars2 } from "~/domain/billing/units";
import type { Days } from "~/domain/day-range";
import { listRedemptions, type RedemptionRow } from "~/domain/marketing/list-redemptions.server";
import { isCode, normaliseCode } from "~/domain/marketing/promo-code";
import { sumPromos } from "~/domain/marketing/sum-promos.server";
import { pageNumber, pageOf } from "~/http/page-number";

/** A redemption for the screen; times are epoch seconds. */
export type RedemptionView = ReturnType<typeof toView>;

/** A page of redemptions of the code in the URL; null without one. */
export async function readRedemptions({ search, days }: { search: URLSearchParams; days: Days }) {
  const code = normaliseCode(search.get("code") ?? "");
  if (!isCode(code)) return null;
  const sums = await sumPromos({ days });
  const total = sums.find((sum) => sum.code === code)?.redeemed ?? 0;
  const page = pageOf(total, pageNumber(search, "redemptions"));
  const rows = total > 0 ? await listRedemptions({ code, days, ...page }) : [];
  return { code, page: page.page, pages: page.pages, total, rows: rows.map(toView) };
}

export function toView({ tenantId: _tenantId, ...row }: RedemptionRow) {
  const { at, givenUnits, toppedUpAt, subscribedAt, ...who } = row;
  return {
    ...who,
    at: secondsOf(at),
    given: unitsToDollars2(givenUnits),
    toppedUp: toppedUpAt && secondsOf(toppedUpAt),
    subscribed: subscribedAt && secondsOf(subscribedAt),
  };
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
