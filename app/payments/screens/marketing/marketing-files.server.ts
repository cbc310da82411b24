import { allRows } from "~/platform/all-rows";
import type { Days } from "~/platform/day-range";
import { listEndingTrials, type EndingTrial } from "~/payments/inside/marketing/list-ending-trials.server";
import { listRedemptions, type RedemptionRow } from "~/payments/inside/marketing/list-redemptions.server";
import { listTrials } from "~/payments/inside/marketing/list-trials.server";
import { normaliseCode } from "~/payments/promo-code";
import { sumPromos } from "~/payments/inside/marketing/sum-promos.server";
import { csvTable } from "~/platform/http/csv-instead.server";
import { broughtRows, readBrought } from "./read-brought.server";
import { filterPromos } from "./read-marketing-screen.server";
import { toView } from "./read-redemptions.server";

const ROWS_AT_ONCE = 500;

/** The tables of the marketing screen as files, all their pages. */
export function marketingFiles({ search, days, now }: { search: URLSearchParams; days: Days; now: Date }) {
  return {
    promos: () =>
      csvTable(() => filterPromos({ search, now }), {
        Name: (row) => row.name,
        Promocode: (row) => row.code,
        Gives: (row) => row.benefit,
        Created: (row) => new Date(row.created * 1000),
        Duration: (row) => row.duration,
        Used: (row) => row.used,
        State: (row) => row.state,
      }),
    trials: () =>
      csvTable(listTrials, {
        Name: (row) => row.name,
        Email: (row) => row.email,
        "Trial Started": (row) => new Date(row.trial_start * 1000),
        "Trial Ends": (row) => new Date(row.trial_end * 1000),
      }),
    ending: () =>
      csvTable(
        allRows<EndingTrial>((after) => listEndingTrials({ now, after, limit: ROWS_AT_ONCE })),
        {
          Name: (row) => row.name,
          Email: (row) => row.email,
          Ends: (row) => row.trialEnd,
          "Days left": (row) => row.daysLeft,
          Card: (row) => row.card,
          "Topped up": (row) => row.toppedUp,
        },
      ),
    brought: () =>
      csvTable(async () => broughtRows(await sumPromos({ days })), {
        Promocode: (row) => row.code,
        Name: (row) => row.name,
        Redeemed: (row) => row.redeemed,
        Before: (row) => row.before,
        "Money given, dollars": (row) => row.given.toFixed(2),
        "Topped up after": (row) => row.toppedUp,
        "Subscribed after": (row) => row.subscribed,
      }),
    "redemptions-over-time": () =>
      csvTable(() => overTime(days), {
        From: (row) => row.day,
        Promocode: (row) => row.code,
        Redeemed: (row) => row.redeemed,
      }),
    redemptions: () => redemptionsFile(normaliseCode(search.get("code") ?? ""), days),
  };
}

function redemptionsFile(code: string, days: Days) {
  const rows = allRows<RedemptionRow>((after) => listRedemptions({ code, days, after, limit: ROWS_AT_ONCE }));
  return csvTable(rows, {
    Name: (row) => row.name,
    Tenant: (row) => row.tenantName,
    Redeemed: (row) => row.at,
    "Money given, dollars": (row) => toView(row).given.toFixed(2),
    "Topped up after": (row) => row.toppedUpAt,
    "Subscribed after": (row) => row.subscribedAt,
  });
}

async function overTime(days: Days) {
  const { periods } = await readBrought(days);
  return periods.flatMap(({ day, redeemed }) =>
    Object.entries(redeemed).map(([code, count]) => ({ day, code, redeemed: count })),
  );
}
