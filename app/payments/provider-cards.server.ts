import Stripe from "stripe";
import type { CardFacts, CardSetupFacts, ReturnUrls } from "./inside/provider/payment-facts";
import { adderMetadata, adderOf } from "./inside/provider/adder-of";
import { idOf } from "./inside/provider/id-of";
import { ownUrl } from "~/platform/own-url.server";
import { ask, askFor } from "./stripe-client.server";

/** Starts a visit to the provider's page that saves a card without a payment. */
export async function startCardSetup(given: {
  customerId: string;
  tenantName: string;
  userId: number;
  back: ReturnUrls;
}) {
  const session = await ask((stripe) =>
    stripe.checkout.sessions.create({
      mode: "setup",
      currency: "usd",
      customer: given.customerId,
      success_url: given.back.success,
      cancel_url: given.back.cancel,
      setup_intent_data: { metadata: { tenant: given.tenantName, ...adderMetadata(given) } },
    }),
  );
  if (!session.url) throw new Error("the provider gave a set-up page without an address");
  return { sessionId: session.id, url: session.url };
}

/** Allows the provider's script to save a card in the browser. */
export async function createSetupIntent({ customerId, userId }: { customerId: string; userId: number }) {
  const intent = await ask((stripe) =>
    stripe.setupIntents.create({ customer: customerId, usage: "off_session", metadata: adderMetadata({ userId }) }),
  );
  if (!intent.client_secret) throw new Error("the provider gave a set-up without a secret");
  return { setupIntentId: intent.id, clientSecret: intent.client_secret };
}

/** Finishes a card set-up at once, by one of the provider's test cards. */
export async function setUpTestCard({ customerId, userId }: { customerId: string; userId: number }) {
  const intent = await ask((stripe) =>
    stripe.setupIntents.create({
      customer: customerId,
      payment_method: "pm_card_visa",
      confirm: true,
      return_url: ownUrl("/billing"),
      usage: "off_session",
      metadata: adderMetadata({ userId }),
    }),
  );
  return { setupIntentId: intent.id };
}

/** Reads a card set-up; null for an unknown id. */
export async function readCardSetup(setupIntentId: string): Promise<CardSetupFacts | null> {
  const intent = await askFor((stripe) => stripe.setupIntents.retrieve(setupIntentId));
  if (!intent) return null;
  return {
    setupIntentId: intent.id,
    customerId: idOf(intent.customer),
    succeeded: intent.status === "succeeded",
    pmId: idOf(intent.payment_method),
    adder: adderOf({ metadata: intent.metadata ?? {}, created: intent.created }),
  };
}

/** Reads a card; null for an unknown id, or if it is not a card. */
export async function readCard(pmId: string): Promise<CardFacts | null> {
  const method = await askFor((stripe) => stripe.paymentMethods.retrieve(pmId));
  return method ? cardOf(method) : null;
}

/** Detaches a card from its customer permanently; ignores a missing card. */
export async function detachCard(pmId: string): Promise<void> {
  try {
    await askFor((stripe) => stripe.paymentMethods.detach(pmId));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const card = await readCard(pmId);
    if (card?.customerId) throw error;
  }
}

function cardOf(method: Stripe.PaymentMethod): CardFacts | null {
  if (!method.card) return null;
  return {
    pmId: method.id,
    customerId: idOf(method.customer),
    brand: method.card.brand,
    last4: method.card.last4,
    expMonth: method.card.exp_month,
    expYear: method.card.exp_year,
    holderName: method.billing_details.name ?? "",
    fingerprint: method.card.fingerprint ?? "",
  };
}
