import { sumMoney } from "~/money/report-sums.server";
import { listChargeHours, type ChargeHour } from "~/money/charge-hours.server";
import { unitsToDollars2, ZERO } from "~/money/units";
import { daysBack } from "~/platform/day-range";
import { openInvoicesText, sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { readOwing } from "~/staff/inside/users/read-owing.server";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Today's money, in UTC, next to yesterday's, and the customers who owe. */
export async function readMoneyNow({ now }: { now: Date }) {
  const midnight = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const [yesterday, nextDay] = [-DAY_MS, DAY_MS].map((later) => new Date(midnight.getTime() + later)) as [Date, Date];
  const [today, before, [sums], owing, invoices] = await Promise.all([
    listChargeHours({ from: midnight, until: nextDay }),
    listChargeHours({ from: yesterday, until: midnight }),
    sumMoney({ days: daysBack(1, now), split: "whole" }),
    readOwing(),
    sumOpenInvoices({ now }),
  ]);
  const fullHours = Math.floor((now.getTime() - midnight.getTime()) / HOUR_MS);
  return {
    hours: today.map(({ ts, dollars }, hour) => ({
      ts,
      /** Null: it has not started. */
      today: hour <= fullHours ? dollars : null,
      yesterday: before[hour]?.dollars ?? 0,
    })),
    /** Full hours since midnight: the ledger keeps sums by the hour, so yesterday is compared up to them. */
    fullHours,
    charges: sumOf(today),
    chargesBefore: sumOf(before.slice(0, fullHours)),
    chargesYesterday: sumOf(before),
    topUps: unitsToDollars2(sums?.topUps ?? ZERO),
    owing,
    invoices: openInvoicesText(invoices),
  };
}

export type MoneyNow = Awaited<ReturnType<typeof readMoneyNow>>;

/** Adds whole cents, so that no sum has a ninth decimal. */
function sumOf(hours: ChargeHour[]): number {
  return hours.reduce((cents, { dollars }) => cents + Math.round(dollars * 100), 0) / 100;
}
