import type { Tx } from "~/platform/db.server";
import { lockMoney } from "~/money/ledger.server";
import { readAvailable } from "~/money/read-available.server";
import { type Cents, wholeCents, ZERO } from "~/money/units";

/**
 * Locks a tenant's money and reads what of it may still go back: unspent, and without what refunds to cards, ordered
 * before, are about to take. So two refunds at once, of different payments, never give the same money.
 */
export async function lockSpare(tx: Tx, tenantId: number, now: Date): Promise<Cents> {
  await lockMoney(tx, tenantId);
  const { availableUnits = ZERO } = (await readAvailable(tx, [tenantId], now)).get(tenantId) ?? {};
  // A task's cost is given back on top of the balance, and so takes nothing of it.
  const [ordered] = await tx.query<{ cents: Cents }>(
    `select coalesce(sum(o.cents - o.vat_cents), 0)::bigint as cents from card_refund o join top_up using (topup_id)
     where tenant_id = $1 and o.state = 'ordered' and o.resv_guid is null`,
    [tenantId],
  );
  const spare = wholeCents(availableUnits) - (ordered?.cents ?? 0n);
  return (spare > 0n ? spare : 0n) as Cents;
}
