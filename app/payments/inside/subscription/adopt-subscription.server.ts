import { db, transaction, type Tx } from "~/platform/db.server";
import { findPayer } from "~/payments/inside/find-payer.server";
import { lineUp } from "~/payments/inside/line-up.server";
import type { SubscriptionFacts } from "~/payments/inside/provider/subscription-facts";
import { readVat } from "~/payments/read-vat.server";
import { isLive } from "~/payments/stripe-client.server";
import { readLive } from "./lock-subscription.server";
import { isOver } from "./subscription-state";

/**
 * Records a subscription that we ordered and whose row is gone: the database was put back to a moment before it, and the provider
 * goes on charging. If the tenant has another one meanwhile, it counts as abandoned, so that it is ended there and
 * refunded (6.4). Ignores one that is over, known or of others. Throws if its customer is unknown here.
 */
export async function adoptSubscription(facts: SubscriptionFacts, now: Date): Promise<void> {
  const { providerId, subscriptionId, customerId, livemode, status } = facts;
  if (!subscriptionId || livemode !== isLive() || isOver(status)) return;
  const known = await db.query(`select from subscription where provider_id = $1 or subscription_id = $2`, [
    providerId,
    subscriptionId,
  ]);
  if (known.length > 0) return;
  const payer = await findPayer(db, facts);
  if (!payer)
    throw new Error(`subscription ${providerId} is of ${customerId}, who is unknown here: end and refund it there`);
  await transaction((tx) => insert(tx, { ...facts, ...payer, now }));
}

async function insert(tx: Tx, given: SubscriptionFacts & { tenantId: number; now: Date }): Promise<void> {
  const { subscriptionId, tenantId, pmId, createdAt, now } = given;
  await lineUp(tx, tenantId, "subscriptions");
  const other = await readLive(given, tx);
  const vat = await readVat(given, tx);
  await tx.query(
    `insert into subscription (subscription_id, tenant_id, pm_id, vat_rate_bp, vat_country, vat_reason, requested_at, asked_at,
       state, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (subscription_id) do nothing`,
    [
      ...[subscriptionId, tenantId, pmId ?? "", vat?.rateBp ?? 0, vat?.country ?? "", vat?.reason ?? ""],
      ...[createdAt, now, other ? "expired" : "requested", other ? now : null],
    ],
  );
}
