import { randomUUID } from "node:crypto";
import { transaction, type Tx } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { readVat } from "~/payments/read-vat.server";
import { holdOwner } from "~/payments/inside/hold-owner.server";
import { lineUp } from "~/payments/inside/line-up.server";
import { Refusal } from "~/platform/refusal";
import { findDiscount, useDiscount } from "./discount.server";
import { readLive, type Subscription } from "./lock-subscription.server";
import { findTrialEnd } from "./trial-end.server";

/**
 * Records a subscription before the provider is asked. Repeated and concurrent calls get the same live one. Refuses
 * with M61 without a card, and with M02 a suspended or closed owner.
 */
export async function requestSubscription(given: { tenantId: number; now: Date }): Promise<Subscription> {
  return await transaction(async (tx) => {
    await lineUp(tx, given.tenantId, "subscriptions");
    const live = await readLive(given, tx);
    if (live) return live;
    await holdOwner(tx, given);
    await insert(tx, given);
    const made = await readLive(given, tx);
    if (!made) throw new Error(`tenant ${given.tenantId} has no subscription after one was written`);
    return made;
  });
}

async function insert(tx: Tx, { tenantId, now }: { tenantId: number; now: Date }): Promise<void> {
  const pmId = await findDefaultCard(tx, tenantId);
  if (!pmId) throw new Refusal(M.paymentMethodRequired);
  const discountCode = await findDiscount(tx, { tenantId });
  await useDiscount(tx, { tenantId, discountCode });
  const firstChargeAt = await findTrialEnd(tx, { tenantId, now });
  const vat = await readVat({ tenantId, now }, tx);
  await tx.query(
    `insert into subscription (subscription_id, tenant_id, pm_id, discount_code, first_charge_at, vat_rate_bp, vat_country,
       vat_reason, requested_at, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      ...[randomUUID(), tenantId, pmId, discountCode, firstChargeAt],
      ...[vat?.rateBp ?? 0, vat?.country ?? "", vat?.reason ?? "", now],
    ],
  );
}

/** The card that is charged by default. */
export async function findDefaultCard(from: Pick<Tx, "query">, tenantId: number): Promise<string | null> {
  const [card] = await from.query<{ pmId: string }>(
    `select pm_id as "pmId" from card where tenant_id = $1 and removed_at is null
     order by is_default desc, added_at desc limit 1`,
    [tenantId],
  );
  return card?.pmId ?? null;
}
