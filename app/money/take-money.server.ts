import type { Tx } from "~/platform/db.server";
import type { HouseAccount } from "./ledger-accounts";
import { type Entry, lockMoney, postLocked } from "./ledger.server";
import type { TransactionKind } from "./transaction-kinds";
import { asUnits, type Units, ZERO } from "./units";

interface Debit {
  tenantId: number;
  /** Above 0; without VAT, always. */
  units: Units;
  /** VAT that goes back with it, from the account of VAT. */
  vat?: Units;
  to: HouseAccount;
  kind: TransactionKind;
  /** Idempotency key. */
  key: string;
  description: string;
  now: Date;
}

/**
 * Debits a tenant for a refund at the provider, a dispute or an adjustment, once per key. What the balance does not
 * cover becomes debt (B5). Task charges do not use this: they stop at the balance.
 * @returns whether it was posted now; false if it was posted before.
 */
export async function takeMoney(tx: Tx, debit: Debit): Promise<boolean> {
  const { vat = ZERO } = debit;
  if (debit.units < 0n || vat < 0n || debit.units + vat === 0n) throw new RangeError("a debit is more than 0");
  const { balance } = await lockMoney(tx, debit.tenantId);
  const fromBalance = balance < debit.units ? balance : debit.units;
  const entries: Entry[] = [
    { account: "customer", units: asUnits(-fromBalance) },
    { account: "owed", units: asUnits(fromBalance - debit.units) },
    { account: "vat", units: asUnits(-vat) },
    { account: debit.to, units: asUnits(debit.units + vat) },
  ];
  // The balance now ends sooner than the watch expects (B8).
  const posted = await postLocked(tx, [{ ...debit, at: debit.now, entries }], { wakes: "balance" });
  return posted.has(debit.key);
}
