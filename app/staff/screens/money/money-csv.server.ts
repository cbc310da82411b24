import { allRows } from "~/platform/all-rows";
import { type Cents, centsToDollars, unitsToDollars2 } from "~/money/units";
import {
  type DifferenceRow,
  listAllDifferences,
  listFailedEvents,
  listFailedUsage,
  listUnsettledTopUps,
} from "~/staff/inside/reconcile/list-findings.server";
import { type CsvColumns, csvTable } from "~/platform/http/csv-instead.server";
import { CHECK_WORDS } from "./check-words";

const ROWS_AT_ONCE = 500;

/** The screen's lists as files, with all pages. */
export function moneyCsv({ now }: { now: Date }) {
  return {
    differences: () => csvTable(differences("open"), DIFFERENCE),
    resolved: () => csvTable(differences("resolved"), { ...DIFFERENCE, Resolved: (row) => row.resolvedAt }),
    "top-ups": () =>
      csvTable(async () => (await listUnsettledTopUps("all")).rows, {
        Tenant: (row) => row.tenantName,
        Dollars: (row) => centsToDollars(row.cents as Cents),
        State: (row) => row.state,
        Way: (row) => row.way,
        Since: (row) => row.createdAt,
        Asked: (row) => row.askedAt,
        "Top-up": (row) => row.topupId,
        Message: (row) => row.message,
      }),
    events: () =>
      csvTable(async () => (await listFailedEvents("all", now)).rows, {
        Event: (row) => row.eventId,
        Type: (row) => row.type,
        Tries: (row) => row.tries,
        Received: (row) => row.receivedAt,
        "Next try": (row) => row.tryAfter,
        Error: (row) => row.error,
      }),
    usage: () =>
      csvTable(async () => (await listFailedUsage("all")).rows, {
        Tenant: (row) => row.tenantName,
        Minutes: (row) => row.minutes,
        Used: (row) => row.usedAt,
        Report: (row) => row.reportId,
        Error: (row) => row.error,
      }),
  };
}

/** Amounts in ledger units, 360,000 per dollar: no rounding hides a difference. */
const DIFFERENCE: CsvColumns<DifferenceRow> = {
  About: (row) => row.subject,
  Check: (row) => CHECK_WORDS[row.checkName].title,
  What: (row) => row.text,
  "Ledger, units": (row) => row.ledgerUnits,
  "Provider, units": (row) => row.providerUnits,
  "Ledger, dollars": (row) => (row.ledgerUnits === null ? null : unitsToDollars2(row.ledgerUnits)),
  "Provider, dollars": (row) => (row.providerUnits === null ? null : unitsToDollars2(row.providerUnits)),
  "First seen": (row) => row.firstSeenAt,
  "Last seen": (row) => row.lastSeenAt,
};

function differences(which: "open" | "resolved") {
  return allRows<DifferenceRow>((after) => listAllDifferences(which, { after, limit: ROWS_AT_ONCE }));
}
