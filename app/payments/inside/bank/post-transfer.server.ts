import type { Tx } from "~/platform/db.server";
import { postTransactions } from "~/money/ledger.server";
import { asUnits, type Cents, centsToUnits } from "~/money/units";

interface Posted {
  key: string;
  /** Number of the invoice or the credit note. */
  number: string;
  /** Money that came; below zero, money that went back. */
  cents: Cents;
  now: Date;
}

/** Posts a transfer between the bank and the invoices, once by its key (decision 0571). */
export async function postTransfer(tx: Tx, { key, number, cents, now }: Posted): Promise<void> {
  const units = centsToUnits(cents);
  await postTransactions(tx, [
    {
      ...{ key, kind: "transfer", tenantId: null, at: now, description: `Transfer for ${number}` },
      entries: [
        { account: "bank", units: asUnits(-units) },
        { account: "receivable", units },
      ],
    },
  ]);
}
