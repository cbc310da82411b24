import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { shown } from "../wire/render";
import { refuse, StripeError } from "../wire/stripe-error";
import { attach, declined, needUsable, testCardOf } from "./cards";
import { makeCharge } from "./charges";
import { AUTHENTICATION_REQUIRED, type Decline } from "./test-cards";

type Intent = Kinds["payment_intent"];
type Method = Kinds["payment_method"];

const AUTHENTICATION_FAILED: Decline = {
  code: "payment_intent_authentication_failure",
  decline_code: "",
  message:
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
};

const WITHDRAWN: Decline = {
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};

/**
 * Confirms a payment: it succeeds, waits at the bank's page, or fails with a card error that holds the payment. If
 * ordered, the bank takes its time.
 */
export function confirmPayment(
  sandbox: Sandbox,
  intent: Intent,
  given: { method: Method; offSession: boolean; returnUrl: string | null },
): void {
  const { method, offSession, returnUrl } = given;
  if (!/^requires_(payment_method|confirmation|action)$/.test(intent.status)) refuseState(intent, "confirm");
  needUsable(method, idOf(intent.customer));
  const card = testCardOf(method);
  sandbox.store.change(intent, {
    payment_method: method.id,
    last_payment_error: null,
    _off_session: offSession,
  });
  const mustConfirm = card.confirm === "always" || (card.confirm && !(offSession && method._set_up));
  if (!mustConfirm) return take(sandbox, intent, method);
  if (offSession) throw fail(sandbox, intent, method, AUTHENTICATION_REQUIRED);
  sandbox.store.change(intent, {
    status: "requires_action",
    _return_url: returnUrl ?? undefined,
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { return_url: returnUrl, url: `${sandbox.origin}/bank/${intent.id}` },
    },
  } as Partial<Intent>);
  sandbox.emit("payment_intent.requires_action", intent);
}

/** Applies the cardholder's decision on the bank's page. */
export function finishPaymentAtBank(sandbox: Sandbox, intent: Intent, confirmed: boolean): void {
  if (intent.status !== "requires_action") return;
  const method = sandbox.store.need("payment_method", idOf(intent.payment_method));
  try {
    if (!confirmed) throw fail(sandbox, intent, method, AUTHENTICATION_FAILED);
    take(sandbox, intent, method);
  } catch (error) {
    // The payment holds the error; the page after the bank shows it.
    if (!(error instanceof StripeError)) throw error;
  }
}

/** Ends a payment that was left in processing. */
export function finishProcessing(sandbox: Sandbox, intent: Intent, outcome: "succeeded" | "failed"): void {
  if (intent.status !== "processing") refuseState(intent, "finish");
  const method = sandbox.store.need("payment_method", idOf(intent.payment_method));
  if (outcome === "succeeded") charge(sandbox, intent, method);
  else fail(sandbox, intent, method, WITHDRAWN);
}

export function refuseState(intent: Intent, act: string): never {
  const why = {
    succeeded: "it has already succeeded after being previously confirmed",
    canceled: "it was canceled",
  }[intent.status as string];
  refuse(`You cannot ${act} this PaymentIntent because ${why ?? `it has a status of ${intent.status}`}.`, {
    code: "payment_intent_unexpected_state",
    payment_intent: shown(intent),
  });
}

function take(sandbox: Sandbox, intent: Intent, method: Method): void {
  if (sandbox.slowPayments === 0) return charge(sandbox, intent, method);
  sandbox.slowPayments -= 1;
  sandbox.store.change(intent, { next_action: null, status: "processing" });
  sandbox.emit("payment_intent.processing", intent);
}

function charge(sandbox: Sandbox, intent: Intent, method: Method): void {
  const { decline } = testCardOf(method);
  if (decline) throw fail(sandbox, intent, method, decline);
  const made = makeCharge(sandbox, intent, method, undefined);
  sandbox.store.change(intent, {
    amount_received: intent.amount,
    latest_charge: made.id,
    next_action: null,
    status: "succeeded",
  });
  keepMethod(sandbox, intent, method);
  sandbox.emit("payment_intent.succeeded", intent);
}

/** Saves the card if requested; otherwise it is used up unless it was saved before. */
function keepMethod(sandbox: Sandbox, intent: Intent, method: Method): void {
  const customer = idOf(intent.customer);
  if (customer && intent.setup_future_usage) {
    attach(sandbox, method, customer);
    if (intent.setup_future_usage === "off_session") sandbox.store.change(method, { _set_up: true });
  } else if (idOf(method.customer) === null) sandbox.store.change(method, { _spent: true });
}

function fail(sandbox: Sandbox, intent: Intent, method: Method, decline: Decline): StripeError {
  const made = makeCharge(sandbox, intent, method, decline);
  const { message, code, decline_code } = decline;
  const payment_method = shown(method);
  const details = { code, ...(decline_code ? { decline_code } : {}), charge: made.id, payment_method };
  sandbox.store.change(intent, {
    last_payment_error: { ...details, type: "card_error", message } as Intent["last_payment_error"],
    latest_charge: made.id,
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  sandbox.emit("payment_intent.payment_failed", intent);
  return declined(decline, {
    ...details,
    payment_intent: shown(intent),
  });
}
