import type { Tx } from "~/platform/db.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { lockMoney } from "~/money/ledger.server";
import { takeMoney } from "~/money/take-money.server";
import { closingHindrance, endAccount } from "~/staff/inside/end-account.server";
import { endVolumes } from "~/compute/end-volumes.server";

/**
 * Closes the account as staff would (6.7), after its balance was forfeited. Waits while a new debt or an open payment
 * prevents it, or money that was paid since the request. Subscriptions are synchronized soon and then ended (decision 0086).
 * @returns whether it is closed.
 */
export async function closeDeleted(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<boolean> {
  const [user] = await tx.query<{ state: string }>(`select state from user_account where id = $1 for update`, [userId]);
  // Staff restored the account in between: there is nothing to delete.
  const [asked] = await tx.query<{ at: Date }>(`select asked_at as at from account_deletion where user_id = $1`, [
    userId,
  ]);
  if (!asked) return false;
  // Staff closed it in between.
  if (!user || user.state === "closed") return true;
  const tenantIds = await ownedTenants(tx, userId);
  const hindrance = await closingHindrance(tx, { tenantIds, now });
  if (hindrance && hindrance.kind !== "balance") return false;
  // Nobody gave that up: staff send it back, or restore the account.
  if (hindrance && (await hasPaid(tx, { tenantIds, since: asked.at }))) return false;
  await endVolumes(tx, { tenantIds, now });
  for (const tenantId of tenantIds) await forfeit(tx, { userId, tenantId, now });
  await endAccount(tx, { userId, tenantIds, requestId: "", now });
  return true;
}

/** Checks whether the tenants' payments since the request are more than what was sent back to them. */
async function hasPaid(tx: Tx, { tenantIds, since }: { tenantIds: readonly number[]; since: Date }): Promise<boolean> {
  const paid = await tx.query(
    `select from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
     where t.tenant_id = any($1::int[]) and t.unit = 'usd' and t.at > $2 and a.kind in ('provider', 'bank', 'receivable')
     having sum(e.units) < 0`,
    [tenantIds, since],
  );
  return paid.length > 0;
}

/** Takes the whole balance, including fractions of a cent, so that the ledger is even. Runs once, by its key. */
async function forfeit(tx: Tx, given: { userId: number; tenantId: number; now: Date }): Promise<void> {
  const { userId, tenantId, now } = given;
  const { balance: units } = await lockMoney(tx, tenantId);
  if (units <= 0n) return;
  const key = `forfeit:${userId}:${tenantId}`;
  const description = "Given up with the account";
  await takeMoney(tx, { tenantId, units, to: "adjustment", kind: "adjustment", key, description, now });
}
