import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { shown } from "../wire/render";
import { refuse, StripeError } from "../wire/stripe-error";
import { attach, declined, needUsable, testCardOf } from "./cards";
import type { Decline } from "./test-cards";

type Intent = Kinds["setup_intent"];
type Method = Kinds["payment_method"];

const AUTHENTICATION_FAILED: Decline = {
  code: "setup_intent_authentication_failure",
  decline_code: "",
  message:
    "The latest attempt to set up the payment method has failed because authentication failed. Provide a new payment method to attempt to fulfill this SetupIntent again.",
};

/** Saves the card for later: it succeeds, waits at the bank's page, or is refused. */
export function confirmSetup(
  sandbox: Sandbox,
  intent: Intent,
  { method, returnUrl }: { method: Method; returnUrl: string | null },
): void {
  if (!/^requires_(payment_method|confirmation|action)$/.test(intent.status))
    refuse(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: "setup_intent_unexpected_state",
      setup_intent: shown(intent),
    });
  needUsable(method, idOf(intent.customer));
  sandbox.store.change(intent, { payment_method: method.id, last_setup_error: null });
  if (!testCardOf(method).confirm) return succeed(sandbox, intent, method);
  sandbox.store.change(intent, {
    status: "requires_action",
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { return_url: returnUrl, url: `${sandbox.origin}/bank/${intent.id}` },
    },
  } as Partial<Intent>);
  sandbox.emit("setup_intent.requires_action", intent);
}

/** Applies the cardholder's decision on the bank's page. */
export function finishSetupAtBank(sandbox: Sandbox, intent: Intent, confirmed: boolean): void {
  if (intent.status !== "requires_action") return;
  const method = sandbox.store.need("payment_method", idOf(intent.payment_method));
  try {
    if (!confirmed) throw fail(sandbox, intent, method, AUTHENTICATION_FAILED);
    succeed(sandbox, intent, method);
  } catch (error) {
    // The intent holds the error; the page after the bank shows it.
    if (!(error instanceof StripeError)) throw error;
  }
}

function succeed(sandbox: Sandbox, intent: Intent, method: Method): void {
  const { decline, savable } = testCardOf(method);
  if (decline && !savable) throw fail(sandbox, intent, method, decline);
  sandbox.store.change(intent, { next_action: null, status: "succeeded" });
  const customer = idOf(intent.customer);
  if (customer) attach(sandbox, method, customer);
  sandbox.store.change(method, { _set_up: true });
  sandbox.emit("setup_intent.succeeded", intent);
}

function fail(sandbox: Sandbox, intent: Intent, method: Method, decline: Decline): StripeError {
  const { message, code, decline_code } = decline;
  const payment_method = shown(method);
  const details = { code, ...(decline_code ? { decline_code } : {}), payment_method };
  sandbox.store.change(intent, {
    last_setup_error: { ...details, type: "card_error", message } as Intent["last_setup_error"],
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  sandbox.emit("setup_intent.setup_failed", intent);
  return declined(decline, {
    ...details,
    setup_intent: shown(intent),
  });
}
