import { transaction, type Tx } from "~/platform/db.server";
import { prepareCard } from "~/payments/apply-card.server";
import { replaceDeleted } from "~/payments/inside/with-customer.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import { createSubscription, endSubscription } from "~/payments/inside/provider/subscriptions.server";
import { Refusal } from "~/platform/refusal";
import { syncSubscription } from "./apply-subscription.server";
import { couponOf, giveDiscountBack } from "./discount.server";
import type { Subscription } from "./lock-subscription.server";

export const NOT_TAKEN = "The payment provider did not accept this card. Please choose another payment method.";

/**
 * Orders a recorded subscription at the provider and applies the answer. The idempotency key comes from our id, so that
 * repeated and concurrent calls create only one. Throws ProviderSilent; the subscription then stays requested for the
 * next call. A refused order is abandoned: with a refusal if the card is the reason, otherwise the answer names the
 * missing part.
 */
export async function orderSubscription(
  subscription: Subscription,
  now: Date,
): Promise<"made" | "price" | "coupon" | "trial"> {
  const { subscriptionId, tenantName, customerId, pmId, firstChargeAt, vat } = subscription;
  if (!customerId) throw new Error(`tenant ${tenantName} is not known to the provider`);
  const couponId = await couponOf(subscription);
  const order = { subscriptionId, tenantName, customerId, pmId, firstChargeAt, couponId, vat };
  const answer = await createSubscription(order);
  if (answer.kind === "made") {
    await syncSubscription(answer.providerId, now);
    return "made";
  }
  const { part, message } = answer;
  await transaction((tx) => refuse(tx, subscription, part === "card" ? NOT_TAKEN : "", now));
  if (part === "price" || part === "coupon" || part === "trial") return part;
  // The cards of a deleted customer are gone too.
  if (part === "customer" && !(await replaceDeleted(subscription)))
    throw new Error(`the provider does not know ${customerId} of ${tenantName} any more: ${message}`);
  await forgetCard(pmId, now);
  throw new Refusal(NOT_TAKEN);
}

/** Removes a card that the provider has detached, so that it is not offered again. */
async function forgetCard(pmId: string, now: Date): Promise<void> {
  try {
    await transaction(await prepareCard(pmId, now));
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
  }
}

/** Ends a subscription whose first payment was refused: the next attempt creates a new one. */
export async function endRefused(subscription: Subscription, message: string, now: Date): Promise<void> {
  await transaction((tx) => expireSubscription(tx, subscription, message, now));
  if (!subscription.providerId) return;
  try {
    await endSubscription(subscription.providerId);
    await syncSubscription(subscription.providerId, now);
  } catch (error) {
    // The unpaid subscription ends by itself, and the sweep tries again.
    if (!(error instanceof ProviderSilent)) throw error;
  }
}

/** Abandons a subscription that the provider did not create: nothing is left there to end. */
async function refuse(tx: Tx, subscription: Subscription, message: string, now: Date): Promise<void> {
  await expireSubscription(tx, subscription, message, now);
  await tx.query(`update subscription set cleared_at = $2 where subscription_id = $1 and state = 'expired'`, [
    subscription.subscriptionId,
    now,
  ]);
}

/** Expires a subscription that never began; ignores others. */
export async function expireSubscription(
  tx: Tx,
  subscription: Subscription,
  message: string,
  now: Date,
): Promise<void> {
  const given = await tx.query(
    `update subscription set state = 'expired', ended_at = $2, message = $3, action_url = ''
     where subscription_id = $1 and state in ('requested', 'incomplete') returning 1`,
    [subscription.subscriptionId, now, message],
  );
  if (given.length > 0) await giveDiscountBack(tx, subscription);
}
