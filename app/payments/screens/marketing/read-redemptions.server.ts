import { unitsToDollars2 } from "~/money/units";
import type { Days } from "~/platform/day-range";
import { listRedemptions, type RedemptionRow } from "~/payments/inside/marketing/list-redemptions.server";
import { isCode, normaliseCode } from "~/payments/promo-code";
import { sumPromos } from "~/payments/inside/marketing/sum-promos.server";
import { epochSeconds } from "~/platform/epoch-seconds";
import { pageNumber, pageOf } from "~/platform/http/page-number";

/** A redemption for the screen; times are epoch seconds. */
export type RedemptionView = ReturnType<typeof toView>;

/** Reads a page of redemptions of the code in the URL; null without one. */
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
    at: epochSeconds(at),
    given: unitsToDollars2(givenUnits),
    toppedUp: toppedUpAt && epochSeconds(toppedUpAt),
    subscribed: subscribedAt && epochSeconds(subscribedAt),
  };
}
