import { db, transaction } from "~/platform/db.server";
import { refundSubscription } from "~/payments/inside/provider/subscription-refunds.server";
import { endSubscription } from "~/payments/inside/provider/subscriptions.server";
import { giveVatBack } from "./apply-invoice.server";
import { syncSubscription } from "./apply-subscription.server";
import type { Subscription } from "./lock-subscription.server";
import { notifyReturned } from "./notify-given-up.server";

/**
 * Ends at the provider a subscription that was abandoned here, refunds it, and notifies the customer once. Safe to
 * interrupt and repeat. One that was paid, while the tenant has no other, is reinstated.
 */
export async function clearGivenUp(subscription: Subscription, now: Date): Promise<void> {
  const { providerId, subscriptionId } = subscription;
  if (!providerId) return;
  await syncSubscription(providerId, now);
  if (!(await isGivenUp(subscription))) return;
  await endSubscription(providerId);
  const cents = await refundSubscription(providerId);
  await syncSubscription(providerId, now);
  await transaction(async (tx) => {
    const cleared = await tx.query(
      `update subscription set cleared_at = $2 where subscription_id = $1 and state = 'expired'
         and cleared_at is null returning 1`,
      [subscriptionId, now],
    );
    if (cleared.length > 0 && cents > 0n) await notifyReturned(tx, subscription, cents, now);
    await giveVatBack(tx, { subscriptionId });
  });
}

async function isGivenUp({ subscriptionId }: Subscription): Promise<boolean> {
  const found = await db.query(`select from subscription where subscription_id = $1 and state = 'expired'`, [
    subscriptionId,
  ]);
  return found.length > 0;
}
