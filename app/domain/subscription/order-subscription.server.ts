import { transaction, type Tx } from "~/db.server";
import { ProviderSilent } from "~/domain/payments/provider/stripe-client.server";
import { createSubscription, endSubscription } from "~/domain/payments/provider/subscriptions.server";
import { Refusal } from "~/domain/refusal";
import { syncSubscription } from "./apply-subscription.server";
import { couponOf, giveDiscountBack } from "./discount.server";
import type { Subscription } from "./lock-subscription.server";

const NOT_TAKEN = "The payment provider did not accept this card. Please choose another payment method.";

/**
 * Asks the provider for a subscription that is written down, and applies its answer. The key of the request is made
 * of our id, so asking again, also by several at once, makes no second one. Throws ProviderSilent; the subscription
 * then stays requested, for the next who asks.
 */
export async function orderSubscription(subscription: Subscription, now: Date): Promise<void> {
  const { subscriptionId, tenantName, customerId, pmId } = subscription;
  if (!customerId) throw new Error(`tenant ${tenantName} is not known to the provider`);
  const couponId = await couponOf(subscription);
  const providerId = await createSubscription({ subscriptionId, tenantName, customerId, pmId, couponId });
  if (providerId) return await syncSubscription(providerId, now);
  await transaction((tx) => giveUp(tx, subscription, NOT_TAKEN, now));
  throw new Refusal(NOT_TAKEN);
}

/** Ends a subscription whose first payment was refused: the next try is a new one. */
export async function endRefused(subscription: Subscription, message: string, now: Date): Promise<void> {
  await transaction((tx) => giveUp(tx, subscription, message, now));
  if (!subscription.providerId) return;
  try {
    await endSubscription(subscription.providerId);
    await syncSubscription(subscription.providerId, now);
  } catch (error) {
    // It is unpaid and ends by itself; the sweep asks again.
    if (!(error instanceof ProviderSilent)) throw error;
  }
}

/** Lets go of one that never came to be, and of nothing else. */
export async function giveUp(tx: Tx, subscription: Subscription, message: string, now: Date): Promise<void> {
  const given = await tx.query(
    `update subscription set state = 'expired', ended_at = $2, message = $3, action_url = ''
     where subscription_id = $1 and state in ('requested', 'incomplete') returning 1`,
    [subscription.subscriptionId, now, message],
  );
  if (given.length > 0) await giveDiscountBack(tx, subscription);
}
