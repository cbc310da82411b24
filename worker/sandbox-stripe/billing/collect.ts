import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { needCard } from "../resources/cards";
import { confirmPayment } from "../resources/confirm-payment";
import { idOf } from "../wire/id-of";
import { StripeError } from "../wire/stripe-error";
import { markPaid } from "./paid";
import { cardFor, endSubscription, setStatus } from "./subscription-status";

type Invoice = Kinds["invoice"];

const DAY_SECONDS = 86_400;
/** Days after which a failed renewal is retried; after the last one, two weeks in all, the subscription ends. */
const RETRY_DAYS = [3, 5, 6];

/** Collects the money of an open invoice; throws the card's refusal. */
export function collect(sandbox: Sandbox, invoice: Invoice, given: { offSession: boolean }): void {
  const intent = sandbox.store.find("payment_intent", invoice._payment_intent);
  if (!intent) return markPaid(sandbox, invoice);
  const subscription = sandbox.store.find("subscription", invoice._subscription);
  const method = cardFor(sandbox, subscription, idOf(invoice.customer));
  if (!method) {
    markFailed(sandbox, invoice, { automatic: given.offSession });
    throw new StripeError(
      402,
      "There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method or provide one.",
      { type: "invalid_request_error", code: "invoice_payment_intent_requires_action" },
    );
  }
  confirmPayment(sandbox, intent, {
    method: needCard(sandbox, method),
    offSession: given.offSession,
    returnUrl: null,
  });
}

/** Collects without a caller: a refusal is recorded in the invoice and its events. */
export function collectQuietly(sandbox: Sandbox, invoice: Invoice): void {
  try {
    collect(sandbox, invoice, { offSession: true });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
  }
}

/** Retries renewals that are due. */
export function retryDue(sandbox: Sandbox): void {
  const now = sandbox.clock.now();
  for (const invoice of sandbox.store.all("invoice")) {
    const at = invoice.next_payment_attempt;
    if (invoice.status === "open" && at !== null && at <= now) collectQuietly(sandbox, invoice);
  }
}

/** Updates invoices from their payments, wherever these are confirmed. */
export function watchInvoices(sandbox: Sandbox): void {
  const invoiceOf = (intent: Kinds["payment_intent"]) => sandbox.store.find("invoice", intent._invoice);
  sandbox.on("payment_intent", /^payment_intent\.succeeded$/, (intent) => {
    const invoice = invoiceOf(intent);
    if (invoice) markPaid(sandbox, invoice);
  });
  sandbox.on("payment_intent", /^payment_intent\.payment_failed$/, (intent) => {
    const invoice = invoiceOf(intent);
    if (invoice) markFailed(sandbox, invoice, { automatic: intent._off_session === true });
  });
  sandbox.on("payment_intent", /^payment_intent\.requires_action$/, (intent) => {
    const invoice = invoiceOf(intent);
    if (invoice) sandbox.emit("invoice.payment_action_required", invoice);
  });
}

function markFailed(sandbox: Sandbox, invoice: Invoice, { automatic }: { automatic: boolean }): void {
  const { store, clock } = sandbox;
  const subscription = store.find("subscription", invoice._subscription);
  const renews = subscription !== undefined && subscription.status !== "incomplete";
  const days = renews && automatic ? RETRY_DAYS[invoice.attempt_count] : undefined;
  store.change(invoice, {
    attempt_count: invoice.attempt_count + (automatic || !renews ? 1 : 0),
    attempted: true,
    ...(automatic || !renews
      ? { next_payment_attempt: days === undefined ? null : clock.now() + days * DAY_SECONDS }
      : {}),
  });
  sandbox.emit("invoice.payment_failed", invoice);
  if (!renews) return;
  if (automatic && days === undefined) return endSubscription(sandbox, subscription, { reason: "payment_failed" });
  if (subscription.status !== "canceled") setStatus(sandbox, subscription, "past_due");
}
