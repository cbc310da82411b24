import { centsText, MINUS } from "~/platform/cents-text";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import type { MovementExplanation, TaskExplanation, TopUpFacts } from "~/money/inside/billing/statement/explanation";
import { kindName } from "~/money/inside/billing/statement/line-text";
import { monthName } from "~/money/inside/billing/statement/month";
import { dollars4Text } from "~/money/inside/billing/statement/printed-statement";
import { vatLabel, vatSentence } from "~/payments/vat";
import { asPphCents, type Cents, divideDown, UNITS_PER_DOLLAR4, unitsFor } from "~/money/units";
import { orNotFound } from "../statement/statement-page.server";

const INTERVALS_PER_PAGE = 100;

/** Explains how a line of a statement was calculated, for its page; 404 for an unknown line. */
export async function readLinePage(given: { tenantId: number; month: string; id: string; search: URLSearchParams }) {
  const explained = await orNotFound(explainLine(given));
  const { month, id, text, kind, units } = explained;
  return {
    month,
    monthName: monthName(month),
    id,
    text: text || kindName(kind),
    kind: kindName(kind),
    total: amountOf(units),
    task: explained.about === "task" ? taskPart(explained, given.search) : null,
    movement: explained.about === "movement" ? movementPart(explained) : null,
  };
}

type LinePage = Awaited<ReturnType<typeof readLinePage>>;
export type TaskPart = NonNullable<LinePage["task"]>;
export type MovementPart = NonNullable<LinePage["movement"]>;

/** Exact units, and dollars to four decimals. */
export interface Amount {
  units: string;
  dollars: string;
}

function amountOf(units: bigint): Amount {
  const dollars = dollars4Text(divideDown(units < 0n ? -units : units, UNITS_PER_DOLLAR4));
  const sign = units < 0n ? MINUS : "";
  return { units: sign + grouped(units < 0n ? -units : units), dollars: `${sign}$${dollars}` };
}

function taskPart(explained: TaskExplanation, search: URLSearchParams) {
  const { id, pph, gpus, gpuType, clusterName, intervals, reports, events, refunds, recomputed } = explained;
  const { stretches, seconds, charged, givenBack, units, ledgerUnits, difference, checks } = recomputed;
  const pages = Math.max(1, Math.ceil(intervals.length / INTERVALS_PER_PAGE));
  const page = Math.min(Math.max(1, Math.floor(Number(search.get("page")) || 1)), pages);
  const shown = intervals.slice((page - 1) * INTERVALS_PER_PAGE, page * INTERVALS_PER_PAGE);
  return {
    resvGuid: id,
    pph,
    gpus,
    gpuType,
    clusterName,
    perGpu: pph / Math.max(1, gpus),
    seconds,
    checks,
    page,
    pages,
    unitsPerSecond: grouped(unitsFor(asPphCents(pph), 1)),
    stretches: stretches.map((one) => ({ ...one, units: grouped(one.units), amount: amountOf(one.units) })),
    intervals: shown.map(({ from, to, units }) => ({
      from,
      to,
      seconds: to - from,
      amount: amountOf(units),
    })),
    count: intervals.length,
    reports,
    events,
    refunds: refunds.map((one) => ({ ...one, units: grouped(one.units), amount: amountOf(one.units) })),
    charged: amountOf(-charged),
    givenBack: amountOf(givenBack),
    recomputed: amountOf(units),
    ledger: amountOf(ledgerUnits),
    difference: amountOf(difference),
    equal: difference === 0n,
  };
}

function movementPart(explained: MovementExplanation) {
  const { at, reference, entries, sum, topUp, incident, giveBack, volume } = explained;
  return {
    at,
    reference,
    balanced: sum === 0n,
    entries: entries.map(({ account, units }) => ({
      account: ACCOUNTS[account] ?? account,
      amount: amountOf(units),
    })),
    topUp: topUp ? { id: topUp.topupId, number: topUp.number, vat: topUp.vat && vatPart(topUp, topUp.vat) } : null,
    incident: incident ? { ...incident, units: grouped(incident.units), amount: amountOf(incident.units) } : null,
    giveBack: giveBack ? { ...giveBack, charged: amountOf(giveBack.charged), before: amountOf(giveBack.before) } : null,
    volume: volume ? { ...volume, units: grouped(volume.units), amount: amountOf(volume.units) } : null,
  };
}

/** The VAT of a top-up, as its receipt prints it. */
function vatPart({ cents, issuedBy, billedTo }: TopUpFacts, vat: NonNullable<TopUpFacts["vat"]>) {
  return {
    net: centsText(cents as Cents),
    label: vatLabel(vat),
    amount: centsText(BigInt(vat.cents) as Cents),
    sentence: vatSentence(vat.reason),
    total: centsText((cents + BigInt(vat.cents)) as Cents),
    issuedBy,
    billedTo,
  };
}

const ACCOUNTS: Partial<Record<string, string>> = {
  customer: "Your balance",
  owed: "What you owe",
  provider: "Card payments",
  revenue: "Charges of tasks and volumes",
  promo: "Codes and gifts",
  refund: "Refunds",
  adjustment: "Adjustments",
  vat: "VAT",
  receivable: "Invoices",
};

/** 1402960 → `1,402,960` */
function grouped(units: bigint): string {
  return String(units).replace(/\B(?=(\d{3})+$)/g, ",");
}
