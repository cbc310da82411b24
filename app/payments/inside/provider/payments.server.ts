import Stripe from "stripe";
import type { Cents } from "~/money/units";
import { adderMetadata, adderOf } from "./adder-of";
import { idOf, rowIdOf } from "./id-of";
import type { ChargeResult, PaymentFacts, ReturnUrls, SessionFacts } from "./payment-facts";
import { type Vat, vatLabel } from "~/payments/vat";
import { ask, askFor, ProviderRefusesKey, ProviderSilent } from "~/payments/stripe-client.server";

/** A payment order. All its idempotency keys come from its id, so that retries pay once. */
interface PaymentOrder {
  topupId: string;
  tenantName: string;
  customerId: string;
  cents: Cents;
  /** Comes on top, as a line of its own (B22). */
  vatCents: Cents;
  vat: Vat | null;
}

const CURRENCY = "usd";
const PRODUCT = "Millrace balance";

/**
 * Starts a visit to the provider's page that takes a card and the payment. The key includes the customer: for a deleted
 * one the provider may repeat its refusal.
 */
export async function startCheckout(order: PaymentOrder & { back: ReturnUrls; saveCard: boolean; userId: number }) {
  const session = await ask((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        customer: order.customerId,
        client_reference_id: order.topupId,
        line_items: [
          lineItem(PRODUCT, order.cents),
          ...(order.vat && order.vatCents > 0n ? [lineItem(vatLabel(order.vat), order.vatCents)] : []),
        ],
        payment_intent_data: {
          metadata: { ...metadataOf(order), ...(order.saveCard ? adderMetadata(order) : {}) },
          ...(order.saveCard ? { setup_future_usage: "off_session" as const } : {}),
        },
        success_url: order.back.success,
        cancel_url: order.back.cancel,
      },
      { idempotencyKey: `topup:${order.topupId}:${order.customerId}` },
    ),
  );
  return sessionOf(session);
}

/**
 * Charges a saved card. `onSession`: the customer is present and can go to the bank's page. A declined card is an
 * answer; without one the result is `unknown`, and a retry of the same order does not pay twice. Throws
 * ProviderRefusesKey.
 */
export async function chargeSavedCard(
  order: PaymentOrder & { pmId: string; onSession: { returnUrl: string } | null },
): Promise<ChargeResult> {
  try {
    const intent = await ask((stripe) =>
      stripe.paymentIntents.create(
        {
          amount: Number(order.cents + order.vatCents),
          currency: CURRENCY,
          customer: order.customerId,
          payment_method: order.pmId,
          allowed_payment_method_types: ["card"],
          confirm: true,
          metadata: { ...metadataOf(order), ...(order.onSession ? {} : { way: "auto" }) },
          ...(order.onSession ? { return_url: order.onSession.returnUrl } : { off_session: true }),
        },
        { idempotencyKey: `topup:${order.topupId}` },
      ),
    );
    return { kind: "answered", payment: paymentOf(intent) };
  } catch (error) {
    if (error instanceof ProviderRefusesKey) throw error;
    // The key was already used: looks up what that request did.
    if (error instanceof ProviderSilent || error instanceof Stripe.errors.StripeIdempotencyError)
      return { kind: "unknown" };
    if (error instanceof Stripe.errors.StripeCardError) return declined(error);
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return unusable(error);
    throw error;
  }
}

/** Repeats a payment that the bank refused while the customer was absent, now that they are present. */
export async function confirmOnSession(given: {
  paymentIntentId: string;
  pmId: string;
  returnUrl: string;
}): Promise<ChargeResult> {
  try {
    const intent = await ask((stripe) =>
      stripe.paymentIntents.confirm(given.paymentIntentId, {
        payment_method: given.pmId,
        return_url: given.returnUrl,
      }),
    );
    return { kind: "answered", payment: paymentOf(intent) };
  } catch (error) {
    if (error instanceof ProviderRefusesKey) throw error;
    if (error instanceof ProviderSilent) return { kind: "unknown" };
    if (error instanceof Stripe.errors.StripeCardError) return declined(error);
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // It was already confirmed, perhaps in another tab.
    const payment = await readPayment(given.paymentIntentId);
    return payment ? { kind: "answered", payment } : unusable(error);
  }
}

/** Reads a payment; null for an unknown id. */
export async function readPayment(paymentIntentId: string): Promise<PaymentFacts | null> {
  const intent = await askFor((stripe) => stripe.paymentIntents.retrieve(paymentIntentId));
  return intent ? paymentOf(intent) : null;
}

/** Reads a visit to the provider's page; null for an unknown id. */
export async function readSession(sessionId: string): Promise<SessionFacts | null> {
  const session = await askFor((stripe) => stripe.checkout.sessions.retrieve(sessionId));
  return session ? sessionOf(session) : null;
}

/** Ends an unfinished visit to the provider's page, so that nothing is paid there later. */
export async function expireSession(sessionId: string): Promise<SessionFacts | null> {
  try {
    const session = await askFor((stripe) => stripe.checkout.sessions.expire(sessionId));
    return session ? sessionOf(session) : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return await readSession(sessionId);
    throw error;
  }
}

/** Cancels an unfinished payment, so that it is not paid later; ignores a paid one. */
export async function cancelPayment(paymentIntentId: string): Promise<PaymentFacts | null> {
  try {
    const intent = await askFor((stripe) => stripe.paymentIntents.cancel(paymentIntentId));
    return intent ? paymentOf(intent) : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return await readPayment(paymentIntentId);
    throw error;
  }
}

/** The payment of a top-up whose request was never answered; null if there is none. */
export async function findPayment(given: {
  customerId: string;
  topupId: string;
  since: Date;
}): Promise<PaymentFacts | null> {
  const created = { gte: Math.floor(given.since.getTime() / 1000) };
  let after: string | undefined;
  for (;;) {
    const page = await ask((stripe) =>
      stripe.paymentIntents.list({
        customer: given.customerId,
        created,
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      }),
    );
    const found = page.data.find((intent) => intent.metadata["topup"] === given.topupId);
    if (found) return paymentOf(found);
    after = page.data.at(-1)?.id;
    if (!page.has_more || !after) return null;
  }
}

function metadataOf({ topupId, tenantName, vat, vatCents }: PaymentOrder) {
  return { topup: topupId, tenant: tenantName, ...(vat && { vat_cents: String(vatCents), vat_country: vat.country }) };
}

/** Reads what `metadataOf` wrote. */
function vatCentsOf({ vat_cents: cents }: Record<string, string>): Cents | null {
  return cents !== undefined && /^\d{1,9}$/.test(cents) ? (BigInt(cents) as Cents) : null;
}

function lineItem(name: string, cents: Cents) {
  const price_data = { currency: CURRENCY, unit_amount: Number(cents), product_data: { name } };
  return { quantity: 1, price_data };
}

function declined(error: Stripe.errors.StripeCardError): ChargeResult {
  const code = error.decline_code ?? error.code ?? "";
  return {
    kind: "declined",
    code,
    message: error.message,
    needsCustomer: error.code === "authentication_required" || code === "authentication_required",
    paymentIntentId: error.payment_intent?.id ?? null,
  };
}

/** Builds the result of a refused request: nothing was charged, and most likely the provider no longer has the card. */
function unusable(error: Stripe.errors.StripeInvalidRequestError): ChargeResult {
  const message = "This card can no longer be used. Choose another card.";
  return { kind: "declined", code: error.code ?? "", message, needsCustomer: false, paymentIntentId: null };
}

const STATUS: Record<string, PaymentFacts["status"]> = {
  succeeded: "succeeded",
  processing: "processing",
  requires_action: "requires_action",
  canceled: "canceled",
};

function paymentOf(intent: Stripe.PaymentIntent): PaymentFacts {
  return {
    paymentIntentId: intent.id,
    customerId: idOf(intent.customer),
    adder: adderOf(intent),
    topupId: rowIdOf(intent.metadata, "topup"),
    isAutomatic: intent.metadata["way"] === "auto",
    status: STATUS[intent.status] ?? "open",
    currency: intent.currency,
    livemode: intent.livemode,
    received: BigInt(intent.amount_received) as Cents,
    vatCents: vatCentsOf(intent.metadata),
    createdAt: new Date(intent.created * 1000),
    pmId: idOf(intent.payment_method),
    needsCustomer: intent.last_payment_error?.code === "authentication_required",
    actionUrl: intent.next_action?.redirect_to_url?.url ?? "",
    message: intent.last_payment_error?.message ?? "",
  };
}

const SESSION_STATUS: Record<string, SessionFacts["status"]> = { complete: "complete", expired: "expired" };

function sessionOf(session: Stripe.Checkout.Session): SessionFacts {
  return {
    sessionId: session.id,
    status: SESSION_STATUS[session.status ?? ""] ?? "open",
    url: session.url,
    paymentIntentId: idOf(session.payment_intent),
    setupIntentId: idOf(session.setup_intent),
  };
}
