import { db } from "~/platform/db.server";
import { readInvoicePayment } from "~/payments/inside/provider/invoices.server";
import { readPayment } from "~/payments/inside/provider/payments.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import type { SubscriptionFacts } from "~/payments/inside/provider/subscription-facts";
import {
  payFirstInvoice,
  readSubscription,
  setSubscriptionCard,
} from "~/payments/inside/provider/subscriptions.server";
import { Refusal } from "~/platform/refusal";
import { ownUrl } from "~/platform/own-url.server";
import { syncSubscription } from "./apply-subscription.server";
import type { Subscription } from "./lock-subscription.server";
import { endRefused, NOT_TAKEN } from "./order-subscription.server";
import { findDefaultCard } from "./request-subscription.server";

/** Path to which the bank returns the browser. */
const RETURN_PATH = "/subscription?return=1";

/**
 * Pays the first invoice with the default card and the customer present. If the bank asks for confirmation, its page is
 * stored in the subscription. Refuses with the provider's text (M58); the next try then is a new subscription.
 */
export async function payFirst(subscription: Subscription, now: Date): Promise<void> {
  const facts = subscription.providerId ? await readSubscription(subscription.providerId) : null;
  if (!facts) return;
  const paymentIntentId = await findUnpaid(facts);
  if (!paymentIntentId) return await syncSubscription(facts.providerId, now);
  const result = await payFirstInvoice({
    paymentIntentId,
    returnUrl: ownUrl(RETURN_PATH),
    pmId: await presentCard(subscription, facts),
  });
  if (result.kind === "unknown") throw new ProviderSilent(new Error("the first payment was not answered"));
  if (result.kind === "declined") {
    await endRefused({ ...subscription, providerId: facts.providerId }, result.message, now);
    throw new Refusal(result.message);
  }
  await syncSubscription(facts.providerId, now);
}

/** The first payment, unless it is paid or waits at the bank. */
async function findUnpaid({ status, latestInvoiceId }: SubscriptionFacts): Promise<string | null> {
  if (status !== "incomplete" || !latestInvoiceId) return null;
  const open = await readInvoicePayment(latestInvoiceId);
  const payment = open ? await readPayment(open.paymentIntentId) : null;
  return payment?.status === "open" ? payment.paymentIntentId : null;
}

/** The default card may have changed since the order. */
async function presentCard({ tenantId, pmId }: Subscription, facts: SubscriptionFacts): Promise<string> {
  const present = (await findDefaultCard(db, tenantId)) ?? pmId;
  if (present !== facts.pmId && !(await setSubscriptionCard(facts.providerId, present))) throw new Refusal(NOT_TAKEN);
  return present;
}
