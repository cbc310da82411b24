import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { cancelPayment } from "../resources/payment-intents";

type Subscription = Kinds["subscription"];

export function setStatus(sandbox: Sandbox, subscription: Subscription, status: Subscription["status"]): void {
  const previous = subscription.status;
  if (previous === status) return;
  sandbox.store.change(subscription, { status });
  sandbox.emit("customer.subscription.updated", subscription, { status: previous });
}

/** Ends a subscription: no more invoices. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: Subscription,
  given: {
    status?: "canceled" | "incomplete_expired";
    reason: Stripe.Subscription.CancellationDetails.Reason | null;
  },
): void {
  const { status = "canceled", reason } = given;
  const now = sandbox.clock.now();
  sandbox.store.change(subscription, {
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: now,
    status,
  });
  for (const invoice of sandbox.store.all("invoice")) {
    if (invoice._subscription !== subscription.id || invoice.status !== "open") continue;
    // An unpaid first invoice is void; one for a delivered period stays open and is not retried.
    if (invoice.billing_reason === "subscription_create") voidInvoice(sandbox, invoice);
    else sandbox.store.change(invoice, { auto_advance: false, next_payment_attempt: null });
  }
  sandbox.emit("customer.subscription.deleted", subscription);
}

export function voidInvoice(sandbox: Sandbox, invoice: Kinds["invoice"]): void {
  const { store, clock } = sandbox;
  store.change(invoice, {
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...invoice.status_transitions, voided_at: clock.now() },
  });
  const intent = store.find("payment_intent", invoice._payment_intent);
  if (intent && /^requires_/.test(intent.status)) cancelPayment(sandbox, intent, "void_invoice");
  sandbox.emit("invoice.voided", invoice);
}

/** The card for renewals: the subscription's own, else the customer's. */
export function cardFor(
  { store }: Sandbox,
  subscription: Subscription | undefined,
  customerId: string | null,
): string | null {
  const customer = store.find("customer", customerId);
  return idOf(subscription?.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method) ?? null;
}
