import { db } from "~/platform/db.server";
import type { MoneyAccount } from "~/money/ledger-accounts";
import { sumAccounts } from "~/money/ledger-hours.server";
import { asUnits, type Units, ZERO } from "~/money/units";
import { type BothSides, type ComparedSum, OTHER_SUBJECTS, SIDE_SUBJECTS, sumSides } from "./compared-sums.server";

export interface Books {
  /** Top-ups, their refunds and disputes, postings without a payment, and movements since the last check. */
  sides: BothSides[];
  /** Other movements at the provider, which the ledger of balances does not hold. */
  others: { subject: (typeof OTHER_SUBJECTS)[number]; units: Units }[];
  /** Sums of the ledger's accounts, with tenants together; the total is 0. */
  accounts: { name: MoneyAccount; units: Units; entries: bigint }[];
  /** True if the ledger was ever compared with the provider. */
  compared: boolean;
}

/**
 * The house's books without summing ledger or movements: both sides at the last check, and the ledger's changes since.
 */
export async function readBooks(): Promise<Books> {
  const [sums, accounts] = await Promise.all([
    db.query<ComparedSum>(
      `select subject, ledger_units as "ledgerUnits", provider_units as "providerUnits" from compared_sum`,
    ),
    sumAccounts(),
  ]);
  const sumFor = (subject: ComparedSum["subject"]) => sums.find((sum) => sum.subject === subject);
  const sides =
    sums.length === 0
      ? await sumSides(null)
      : SIDE_SUBJECTS.map((subject): BothSides => {
          const { ledgerUnits = ZERO, providerUnits = ZERO } = sumFor(subject) ?? {};
          return { subject, ledgerUnits, providerUnits };
        });
  const provider = accounts.find(({ name }) => name === "provider")?.units ?? ZERO;
  const later = asUnits(-provider - sumOf(sides, (side) => side.ledgerUnits));
  return {
    sides: [...sides, { subject: "later", ledgerUnits: later, providerUnits: ZERO }],
    others: OTHER_SUBJECTS.map((subject) => ({ subject, units: sumFor(subject)?.providerUnits ?? ZERO })),
    accounts,
    compared: sums.length > 0,
  };
}

export function sumOf<Row>(rows: readonly Row[], unitsOf: (row: Row) => Units): Units {
  return rows.reduce((sum, row) => asUnits(sum + unitsOf(row)), ZERO);
}
