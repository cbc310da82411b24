import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { StripeError } from "../wire/stripe-error";
import type { TypedCard } from "./card-numbers";
import { makeCard } from "./cards";
import { confirmPayment } from "./confirm-payment";
import { confirmSetup } from "./confirm-setup";
import { addPayment } from "./payment-intents";

type Session = Kinds["checkout.session"];

export type PayOutcome = { kind: "done" } | { kind: "bank"; url: string } | { kind: "declined"; message: string };

/** Checkout's pay button: a new card for the session, then its payment or set-up. */
export function payCheckout(sandbox: Sandbox, session: Session, given: { card: TypedCard; name: string }): PayOutcome {
  if (session.status === "complete") return { kind: "done" };
  const returnUrl = `${sandbox.origin}/c/pay/${session.id}/return`;
  try {
    const customer = sandbox.store.find("customer", idOf(session.customer));
    const email = customer?.email ?? session.customer_email;
    const billing = { name: given.name, ...(email === null ? {} : { email }) };
    const method = makeCard(sandbox, { card: given.card, billing });
    const intent = session.mode === "setup" ? setupOf(sandbox, session) : paymentOf(sandbox, session);
    if (intent.object === "setup_intent") confirmSetup(sandbox, intent, { method, returnUrl });
    else confirmPayment(sandbox, intent, { method, offSession: false, returnUrl });
    const url = intent.next_action?.redirect_to_url?.url;
    return url ? { kind: "bank", url } : { kind: "done" };
  } catch (error) {
    if (error instanceof StripeError) return { kind: "declined", message: error.message };
    throw error;
  }
}

function setupOf(sandbox: Sandbox, session: Session): Kinds["setup_intent"] {
  return sandbox.store.need("setup_intent", idOf(session.setup_intent));
}

/** Stripe creates the payment at the first try; after a decline the next card uses the same one. */
function paymentOf(sandbox: Sandbox, session: Session): Kinds["payment_intent"] {
  const begun = sandbox.store.find("payment_intent", idOf(session.payment_intent));
  if (begun) return begun;
  const customer = idOf(session.customer);
  const { description, metadata, receipt_email, setup_future_usage } = session._payment_intent_data ?? {};
  const intent = addPayment(sandbox, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    ...(customer === null ? {} : { customer }),
    ...(description === undefined ? {} : { description }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(receipt_email === undefined ? {} : { receipt_email }),
    ...(setup_future_usage === undefined ? {} : { setup_future_usage }),
  });
  sandbox.store.change(intent, { _session: session.id });
  sandbox.store.change(session, { payment_intent: intent.id });
  return intent;
}
