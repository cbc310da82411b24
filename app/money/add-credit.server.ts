import type { Tx } from "~/platform/db.server";
import { VOLUME_IS_CHARGED } from "./charged-volumes.server";
import type { HouseAccount } from "./ledger-accounts";
import { type Entry, lockMoney, postLocked } from "./ledger.server";
import type { TransactionKind } from "./transaction-kinds";
import { asUnits, type Units, ZERO } from "./units";

export interface Credit {
  tenantId: number;
  /** Above 0; without VAT, always. */
  units: Units;
  /** VAT that came with it: it goes to the account of VAT, never to the tenant. */
  vat?: Units;
  from: HouseAccount;
  kind: TransactionKind;
  /** Idempotency key. */
  key: string;
  resvGuid?: string | null;
  description: string;
  now: Date;
}

/**
 * Credits a tenant once per key; the credit pays its debt first (B5).
 * @returns whether it was posted now; false if it was posted before.
 */
export async function addCredit(tx: Tx, credit: Credit): Promise<boolean> {
  const { vat = ZERO } = credit;
  if (credit.units < 0n || vat < 0n || credit.units + vat === 0n) throw new RangeError("a credit is more than 0");
  const { debt } = await lockMoney(tx, credit.tenantId);
  const toDebt = debt < credit.units ? debt : credit.units;
  const entries: Entry[] = [
    { account: credit.from, units: asUnits(-credit.units - vat) },
    { account: "vat", units: vat },
    { account: "owed", units: toDebt },
    { account: "customer", units: asUnits(credit.units - toDebt) },
  ];
  const posted = await postLocked(tx, [{ ...credit, at: credit.now, entries }], { wakes: "scheduler" });
  if (!posted.has(credit.key)) return false;
  // The fraction of a cent that a settlement returns is not new money.
  if (credit.kind !== "task") await forgetWarnings(tx, credit.tenantId);
  return true;
}

/** While nothing is charged, no check sees the balance rise: the credit itself re-enables warnings (B7). */
async function forgetWarnings(tx: Tx, tenantId: number): Promise<void> {
  await tx.prepared.query(
    `update tenant set low_balance = 'none' where id = $1 and low_balance <> 'none'
       and not exists (select from task where tenant_id = $1 and state = 'running')
       and not exists (select from volume where tenant_id = $1 and ${VOLUME_IS_CHARGED})`,
    [tenantId],
  );
}
