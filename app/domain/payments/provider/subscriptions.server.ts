import Stripe from "stripe";
import { idOf } from "./id-of";
import { ensurePrices } from "./prices.server";
import { ask, askFor } from "./stripe-client.server";
import type { SubscriptionFacts } from "./subscription-facts";

/** What is asked for. The key of the request is made of its id, so that asking again makes no second one. */
export interface SubscriptionOrder {
  subscriptionId: string;
  tenantName: string;
  customerId: string;
  pmId: string;
  /** Id of a coupon at the provider. */
  couponId: string | null;
}

/** Makes a subscription that waits for its first payment, unless there is nothing to pay. */
export async function createSubscription(order: SubscriptionOrder): Promise<SubscriptionFacts> {
  const prices = await ensurePrices();
  const subscription = await ask((stripe) =>
    stripe.subscriptions.create(
      {
        customer: order.customerId,
        items: [{ price: prices.fee, quantity: 1 }, { price: prices.minute }],
        default_payment_method: order.pmId,
        payment_behavior: "default_incomplete",
        metadata: { subscription: order.subscriptionId, tenant: order.tenantName },
        ...(order.couponId ? { discounts: [{ coupon: order.couponId }] } : {}),
      },
      { idempotencyKey: `subscription:${order.subscriptionId}` },
    ),
  );
  return subscriptionOf(subscription);
}

/** A subscription as it is now; null when there is none of that id. */
export async function readSubscription(providerId: string): Promise<SubscriptionFacts | null> {
  const subscription = await askFor((stripe) => stripe.subscriptions.retrieve(providerId));
  return subscription ? subscriptionOf(subscription) : null;
}

/** The subscription that was made for an order, looked up when its request was never answered; null when none was. */
export async function findSubscription(given: {
  customerId: string;
  subscriptionId: string;
}): Promise<SubscriptionFacts | null> {
  const page = await ask((stripe) =>
    stripe.subscriptions.list({ customer: given.customerId, status: "all", limit: 100 }),
  );
  const found = page.data.find(({ metadata }) => metadata["subscription"] === given.subscriptionId);
  return found ? subscriptionOf(found) : null;
}

/** Lets a subscription end with its period, or go on after it. */
export async function setCancelAtPeriodEnd(providerId: string, cancel: boolean): Promise<SubscriptionFacts> {
  return subscriptionOf(
    await ask((stripe) => stripe.subscriptions.update(providerId, { cancel_at_period_end: cancel })),
  );
}

/** Which card pays its invoices from now on. */
export async function setSubscriptionCard(providerId: string, pmId: string): Promise<SubscriptionFacts> {
  return subscriptionOf(
    await ask((stripe) => stripe.subscriptions.update(providerId, { default_payment_method: pmId })),
  );
}

/** Takes a percentage off its coming invoices. */
export async function setSubscriptionCoupon(
  providerId: string,
  couponId: string,
): Promise<SubscriptionFacts> {
  return subscriptionOf(
    await ask((stripe) => stripe.subscriptions.update(providerId, { discounts: [{ coupon: couponId }] })),
  );
}

/** Ends a subscription at once; one that is over stays as it is. */
export async function endSubscription(providerId: string): Promise<SubscriptionFacts | null> {
  try {
    const ended = await askFor((stripe) => stripe.subscriptions.cancel(providerId));
    return ended ? subscriptionOf(ended) : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return await readSubscription(providerId);
    throw error;
  }
}

function subscriptionOf(subscription: Stripe.Subscription): SubscriptionFacts {
  const [item] = subscription.items.data;
  return {
    providerId: subscription.id,
    subscriptionId: subscription.metadata["subscription"] ?? null,
    customerId: idOf(subscription.customer),
    livemode: subscription.livemode,
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    pmId: idOf(subscription.default_payment_method),
    periodStart: item ? new Date(item.current_period_start * 1000) : null,
    periodEnd: item ? new Date(item.current_period_end * 1000) : null,
    latestInvoiceId: idOf(subscription.latest_invoice),
  };
}
