import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { addPayment } from "../resources/payment-intents";
import { idOf } from "../wire/id-of";
import { refuse } from "../wire/stripe-error";
import { settle } from "./compose";
import { markPaid } from "./paid";

type Invoice = Kinds["invoice"];

const NUMBER_DIGITS = 6;

/** Stores a composed invoice as a draft. */
export function keepDraft(sandbox: Sandbox, invoice: Invoice): Invoice {
  sandbox.store.save(invoice);
  for (const line of invoice.lines.data) {
    const item = sandbox.store.find("invoiceitem", line.parent?.invoice_item_details?.invoice_item);
    if (item) sandbox.store.change(item, { invoice: invoice.id });
  }
  sandbox.emit("invoice.created", invoice);
  return invoice;
}

/** Numbers the invoice and makes it final; creates a payment if money is due. */
export function finalize(sandbox: Sandbox, invoice: Invoice): Invoice {
  const { store, clock, origin } = sandbox;
  if (invoice.status !== "draft")
    refuse("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: "invoice_not_editable",
    });
  const customer = store.need("customer", idOf(invoice.customer));
  const number = nextNumber(sandbox, customer);
  const now = clock.now();
  store.change(invoice, {
    ...settle(invoice.total, customer.balance),
    effective_at: now,
    hosted_invoice_url: `${origin}/invoices/${invoice.id}`,
    invoice_pdf: `${origin}/invoices/${invoice.id}/pdf`,
    number,
    status: "open",
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  moveBalance(sandbox, customer, invoice);
  if (invoice.amount_due > 0) askForPayment(sandbox, invoice);
  sandbox.emit("invoice.finalized", invoice);
  if (invoice.amount_due === 0) markPaid(sandbox, invoice);
  return invoice;
}

/** Numbers with one prefix have no gaps. */
function nextNumber({ store }: Sandbox, customer: Kinds["customer"]): string {
  const prefix = customer.invoice_prefix ?? "INV";
  const count = store.all("invoice").filter(({ number }) => number?.startsWith(`${prefix}-`)).length + 1;
  store.change(customer, { next_invoice_sequence: count + 1 });
  return `${prefix}-${String(count).padStart(NUMBER_DIGITS, "0")}`;
}

function moveBalance(sandbox: Sandbox, customer: Kinds["customer"], invoice: Invoice): void {
  const ending = invoice.ending_balance ?? 0;
  if (ending === customer.balance) return;
  sandbox.store.change(customer, { balance: ending });
  sandbox.emit("customer.updated", customer);
}

function askForPayment(sandbox: Sandbox, invoice: Invoice): void {
  const subscription = sandbox.store.find("subscription", invoice._subscription);
  const method = idOf(subscription?.default_payment_method);
  const intent = addPayment(sandbox, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? "",
    description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    ...(method === null ? {} : { payment_method: method }),
    // Allows renewals without the customer.
    ...(subscription ? { setup_future_usage: "off_session" as const } : {}),
  });
  sandbox.store.change(intent, { _invoice: invoice.id });
  sandbox.store.change(invoice, { _payment_intent: intent.id });
  sandbox.add("invoice_payment", {
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
  });
}
