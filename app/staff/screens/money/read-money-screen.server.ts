import { centsToUnits } from "~/money/units";
import { readKeyRefusals } from "~/payments/key-standing.server";
import { PAYMENTS_LATE_S } from "~/payments/missing-payments-sql";
import { readRest } from "~/payments/read-rest.server";
import {
  type DifferenceRow,
  listDifferences,
  listFailedEvents,
  listFailedUsage,
  listUnsettledTopUps,
  type Paged,
} from "~/staff/inside/reconcile/list-findings.server";
import { readBooks } from "~/staff/inside/reconcile/read-books.server";
import { readChecks } from "~/staff/inside/reconcile/read-checks.server";
import { unlessLocked } from "~/platform/locked.server";
import { pageNumber } from "~/platform/http/page-number";
import { booksView, exactAmount } from "./books-view.server";
import type { CheckView, DifferenceView } from "./money-view";
import { verdictOf } from "./verdict";

/** The data of the screen, from our own database only: it never waits for the provider. The books fail on their own. */
export async function readMoneyScreen({ search, now }: { search: URLSearchParams; now: Date }) {
  const page = (name: string) => pageNumber(search, name);
  const [checkRows, refusals, rest, open, resolved, topUps, events, usage, books] = await Promise.all([
    readChecks(),
    readKeyRefusals(),
    readRest(),
    listDifferences("open", page("differences")),
    listDifferences("resolved", page("resolved")),
    listUnsettledTopUps(page("topups")),
    listFailedEvents(page("events"), now),
    listFailedUsage(page("usage")),
    unlessLocked(readBooks()),
  ]);
  const checks: CheckView[] = checkRows.map(({ checkedAt, answeredAt, ...check }) => ({
    ...check,
    checkedTs: secondsOf(checkedAt),
    answeredTs: secondsOf(answeredAt),
  }));
  return {
    verdict: verdictOf(checks, open.total),
    refusals: refusals.map(({ since, lastAt, ...refusal }) => ({
      ...refusal,
      sinceTs: seconds(since),
      lastTs: seconds(lastAt),
    })),
    resting: rest && {
      tenants: rest.tenants,
      restoredTs: seconds(rest.restoredAt),
      readableTs: seconds(rest.restoredAt) + PAYMENTS_LATE_S,
      checked: checks.find(({ name }) => name === "movements")?.state ?? "unchecked",
    },
    checks,
    open: mapRows(open, differenceView),
    resolved: mapRows(resolved, differenceView),
    topUps: mapRows(topUps, ({ cents, createdAt, askedAt, ...topUp }) => ({
      ...topUp,
      amount: exactAmount(centsToUnits(cents)).dollars,
      createdTs: seconds(createdAt),
      askedTs: seconds(askedAt),
    })),
    events: mapRows(events, ({ receivedAt, tryAfter, ...event }) => ({
      ...event,
      receivedTs: seconds(receivedAt),
      tryAfterTs: seconds(tryAfter),
    })),
    usage: mapRows(usage, ({ usedAt, createdAt, ...report }) => ({
      ...report,
      usedTs: seconds(usedAt),
      createdTs: seconds(createdAt),
    })),
    books: books && booksView(books),
  };
}

export type MoneyScreen = Awaited<ReturnType<typeof readMoneyScreen>>;

function differenceView(row: DifferenceRow): DifferenceView {
  const { id, checkName: check, subject, text, ledgerUnits, providerUnits } = row;
  return {
    id,
    check,
    subject,
    text,
    ledger: ledgerUnits === null ? null : exactAmount(ledgerUnits),
    provider: providerUnits === null ? null : exactAmount(providerUnits),
    firstSeenTs: seconds(row.firstSeenAt),
    lastSeenTs: seconds(row.lastSeenAt),
    resolvedTs: secondsOf(row.resolvedAt),
  };
}

function mapRows<From, To>(paged: Paged<From>, to: (row: From) => To): Paged<To> {
  return { ...paged, rows: paged.rows.map(to) };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

function secondsOf(at: Date | null): number | null {
  return at ? seconds(at) : null;
}
