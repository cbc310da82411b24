import type { MoneyAccount } from "~/money/ledger-accounts";
import { asUnits, type Units } from "~/money/units";
import type { BothSides } from "~/staff/inside/reconcile/compared-sums.server";
import { exactDollars } from "~/staff/inside/reconcile/exact-dollars";
import { type Books, sumOf } from "~/staff/inside/reconcile/read-books.server";
import type { AccountView, ExactAmount, SideView } from "./money-view";

const SIDE_LABELS: Record<BothSides["subject"], string> = {
  payments: "Top-ups",
  refunds: "Refunds to cards",
  disputes: "Disputes",
  unbacked: "Without a payment",
  later: "Since the last check",
};

/** Shown even without movements. */
const ALWAYS: BothSides["subject"][] = ["payments", "refunds", "disputes"];

const OTHER_LABELS = {
  fees: "Fees",
  payouts: "Payouts to the bank",
  other: "Other payments, for example subscriptions",
};

/** The label of each account (B5). */
const ACCOUNTS: Record<MoneyAccount, string> = {
  provider: "Card payments less refunds and disputes, as they came in",
  customer: "Customers' balances",
  owed: "Customers' debts",
  revenue: "Charged for tasks",
  promo: "Given by codes and welcome credit",
  refund: "Refunded after incidents",
  adjustment: "Corrected by hand",
  vat: "VAT on payments, to be paid to the tax office",
  bank: "Bank transfers, as they came in",
  receivable: "Invoices: credited and not paid, less paid and not credited",
};

/** The books with their totals; every amount is exact. */
export function booksView({ sides, others, accounts, compared }: Books) {
  const looked = sides.filter(({ subject }) => subject !== "later");
  const later = sides.filter(({ subject, ledgerUnits }) => subject === "later" && ledgerUnits !== 0n);
  const shown = looked.filter(({ subject, ledgerUnits }) => ALWAYS.includes(subject) || ledgerUnits !== 0n);
  const ledgerUnits = sumOf(looked, (side) => side.ledgerUnits);
  const providerUnits = sumOf(looked, (side) => side.providerUnits);
  return {
    sides: [
      ...shown.map((side) => sideView(side, compared)),
      {
        label: "Net",
        total: true,
        ledger: exactAmount(ledgerUnits),
        provider: compared ? exactAmount(providerUnits) : null,
        difference: compared ? exactAmount(asUnits(ledgerUnits - providerUnits)) : null,
      },
      // Excluded from the net: neither side was compared.
      ...later.map((side) => sideView(side, false)),
    ],
    others: others.map(({ subject, units }) => ({
      label: OTHER_LABELS[subject],
      amount: compared ? exactAmount(units) : null,
    })),
    accounts: [
      ...accounts.map(({ name, units, entries }): AccountView => ({
        name,
        about: ACCOUNTS[name],
        amount: exactAmount(units),
        entries: entries.toLocaleString("en-US"),
        total: false,
      })),
      {
        name: "All accounts",
        about: "Must be 0",
        total: true,
        amount: exactAmount(sumOf(accounts, (account) => account.units)),
        entries: accounts.reduce((sum, { entries }) => sum + entries, 0n).toLocaleString("en-US"),
      },
    ],
  };
}

function sideView({ subject, ledgerUnits, providerUnits }: BothSides, known: boolean): SideView {
  return {
    label: SIDE_LABELS[subject],
    total: false,
    ledger: exactAmount(ledgerUnits),
    provider: known ? exactAmount(providerUnits) : null,
    difference: known ? exactAmount(asUnits(ledgerUnits - providerUnits)) : null,
  };
}

export function exactAmount(units: Units): ExactAmount {
  return { ...exactDollars(units), zero: units === 0n };
}
