import Stripe from "stripe";
import { idOf, rowIdOf } from "./id-of";
import { type OrderAnswer, refusedPart } from "./order-answer.server";
import type { ChargeResult } from "./payment-facts";
import { confirmOnSession, readPayment } from "./payments.server";
import { ensurePrices, type SubscriptionPrices } from "./prices.server";
import { ask, askFor } from "~/payments/stripe-client.server";
import type { Vat } from "~/payments/vat";
import type { SubscriptionFacts } from "./subscription-facts";

/** A subscription to create. The idempotency key comes from its id, so that a retry creates no second one. */
interface SubscriptionOrder {
  subscriptionId: string;
  tenantName: string;
  customerId: string;
  pmId: string;
  /** The end of a trial without charges; null: charged at once. */
  firstChargeAt: Date | null;
  /** The id of a coupon at the provider. */
  couponId: string | null;
  /** Comes on top of the fee and the minutes, as items of their own (B22). */
  vat: Vat | null;
}

/** Creates a subscription that waits for its first payment, unless nothing is due yet. */
export async function createSubscription(order: SubscriptionOrder): Promise<OrderAnswer> {
  try {
    return { kind: "made", providerId: await create(order, await ensurePrices(order.vat)) };
  } catch (error) {
    const refused = refusedPart(error);
    if (!refused) throw error;
    return refused;
  }
}

async function create(order: SubscriptionOrder, prices: SubscriptionPrices): Promise<string> {
  const subscription = await ask((stripe) =>
    stripe.subscriptions.create(
      {
        customer: order.customerId,
        items: [
          { price: prices.fee, quantity: 1 },
          { price: prices.minute },
          ...(prices.vat ? [{ price: prices.vat.fee, quantity: 1 }, { price: prices.vat.minute }] : []),
        ],
        default_payment_method: order.pmId,
        payment_behavior: "default_incomplete",
        metadata: { subscription: order.subscriptionId, tenant: order.tenantName },
        ...(order.firstChargeAt ? { trial_end: Math.ceil(order.firstChargeAt.getTime() / 1000) } : {}),
        ...(order.couponId ? { discounts: [{ coupon: order.couponId }] } : {}),
      },
      { idempotencyKey: `subscription:${order.subscriptionId}` },
    ),
  );
  return subscription.id;
}

/** Pays the first invoice with the customer present. If it is being paid already, returns it unchanged. */
export async function payFirstInvoice(given: {
  paymentIntentId: string;
  pmId: string;
  returnUrl: string;
}): Promise<ChargeResult> {
  try {
    return await confirmOnSession(given);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const payment = await readPayment(given.paymentIntentId);
    return payment ? { kind: "answered", payment } : { kind: "unknown" };
  }
}

/** Reads a subscription; null for an unknown id. */
export async function readSubscription(providerId: string): Promise<SubscriptionFacts | null> {
  const subscription = await askFor((stripe) => stripe.subscriptions.retrieve(providerId));
  return subscription ? subscriptionOf(subscription) : null;
}

/** The id of an order's subscription; looked up if its request was never answered; null if none was created. */
export async function findSubscription(given: { customerId: string; subscriptionId: string }): Promise<string | null> {
  const page = await ask((stripe) =>
    stripe.subscriptions.list({ customer: given.customerId, status: "all", limit: 100 }),
  );
  const found = page.data.find(({ metadata }) => metadata["subscription"] === given.subscriptionId);
  return found?.id ?? null;
}

/** Makes a subscription end with its period, or renew. `held`: only a suspension ends it, which a restored database lacks. */
export async function setCancelAtPeriodEnd(providerId: string, cancel: boolean, held = false): Promise<void> {
  const metadata = { held: held ? "true" : "" };
  await ask((stripe) => stripe.subscriptions.update(providerId, { cancel_at_period_end: cancel, metadata }));
}

/** Sets the card for its invoices; false if the customer does not have it at the provider. */
export async function setSubscriptionCard(providerId: string, pmId: string): Promise<boolean> {
  try {
    await ask((stripe) => stripe.subscriptions.update(providerId, { default_payment_method: pmId }));
    return true;
  } catch (error) {
    if (refusedPart(error)?.part !== "card") throw error;
    return false;
  }
}

/** Applies a coupon to its next invoices. */
export async function setSubscriptionCoupon(providerId: string, couponId: string): Promise<void> {
  await ask((stripe) => stripe.subscriptions.update(providerId, { discounts: [{ coupon: couponId }] }));
}

/** Ends a subscription at once; ignores one that has ended. */
export async function endSubscription(providerId: string): Promise<void> {
  try {
    await askFor((stripe) => stripe.subscriptions.cancel(providerId));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

function subscriptionOf(subscription: Stripe.Subscription): SubscriptionFacts {
  const [item] = subscription.items.data;
  return {
    providerId: subscription.id,
    subscriptionId: rowIdOf(subscription.metadata, "subscription"),
    customerId: idOf(subscription.customer),
    livemode: subscription.livemode,
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    held: subscription.cancel_at_period_end && subscription.metadata["held"] === "true",
    pmId: idOf(subscription.default_payment_method),
    periodStart: item ? new Date(item.current_period_start * 1000) : null,
    periodEnd: item ? new Date(item.current_period_end * 1000) : null,
    latestInvoiceId: idOf(subscription.latest_invoice),
    createdAt: new Date(subscription.created * 1000),
  };
}
