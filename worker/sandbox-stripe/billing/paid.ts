import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { isOnce } from "./discounts";
import { setStatus } from "./subscription-status";

type Invoice = Kinds["invoice"];

/** Marks an invoice as paid: the money has arrived, or none was due. */
export function markPaid(sandbox: Sandbox, invoice: Invoice): void {
  const { store, clock } = sandbox;
  if (invoice.status === "paid") return;
  const now = clock.now();
  const payment = store.all("invoice_payment").find((one) => idOf(one.invoice) === invoice.id);
  if (payment)
    store.change(payment, {
      amount_paid: invoice.amount_due,
      status: "paid",
      status_transitions: { ...payment.status_transitions, paid_at: now },
    });
  store.change(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + (invoice.amount_due > 0 ? 1 : 0),
    attempted: true,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  sandbox.emit("invoice.paid", invoice);
  sandbox.emit("invoice.payment_succeeded", invoice);
  const subscription = store.find("subscription", invoice._subscription);
  if (!subscription) return;
  useUpDiscounts(sandbox, subscription, invoice);
  keepMethod(sandbox, subscription, invoice);
  if (/^(incomplete|past_due|unpaid)$/.test(subscription.status)) setStatus(sandbox, subscription, "active");
}

function useUpDiscounts(sandbox: Sandbox, subscription: Kinds["subscription"], invoice: Invoice): void {
  // A trial's first invoice over 0 uses up nothing.
  const used = invoice.subtotal > 0 ? invoice.discounts.map((one) => idOf(one)) : [];
  const left = subscription.discounts.filter((one) => {
    const discount = sandbox.store.find("discount", idOf(one));
    return !(discount && used.includes(discount.id) && isOnce(sandbox, discount));
  });
  if (left.length < subscription.discounts.length) sandbox.store.change(subscription, { discounts: left });
}

function keepMethod({ store }: Sandbox, subscription: Kinds["subscription"], invoice: Invoice): void {
  const intent = store.find("payment_intent", invoice._payment_intent);
  const wanted = subscription.payment_settings?.save_default_payment_method === "on_subscription";
  const method = idOf(intent?.payment_method);
  if (wanted && method) store.change(subscription, { default_payment_method: method });
}
