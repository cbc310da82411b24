import type Stripe from "stripe";
import { collect } from "../billing/collect";
import { compose } from "../billing/compose";
import { upcoming } from "../billing/cycle";
import { finalize, keepDraft } from "../billing/finalize";
import { pendingItems, pendingLine } from "../billing/lines";
import { voidInvoice } from "../billing/subscription-status";
import type { Kinds } from "../state/kinds";
import { idOf } from "../wire/id-of";
import { page, wholeList } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { onDemand } from "../wire/render";
import { refuse, StripeError } from "../wire/stripe-error";
import { refuseTax } from "./no-tax";
import { cancelPayment } from "./payment-intents";

export const invoices: Runs = {
  "Invoices.create": run<Stripe.InvoiceCreateParams>((sandbox, params) => {
    const customer = sandbox.store.need("customer", params.customer, "customer");
    refuseTax(params);
    const subscription = params.subscription ?? null;
    const waiting = pendingItems(sandbox, { customer: customer.id, subscription });
    const include = params.pending_invoice_items_behavior === "include" || subscription !== null;
    const now = sandbox.clock.now();
    const invoice = compose(sandbox, {
      customer,
      subscription: subscription === null ? null : sandbox.store.need("subscription", subscription),
      lines: include ? waiting.map((item) => pendingLine(sandbox, item)) : [],
      discounts: [],
      period: { start: now, end: now },
      reason: "manual",
    });
    Object.assign(invoice, {
      auto_advance: params.auto_advance ?? false,
      description: params.description ?? null,
      metadata: metadata(params.metadata),
    });
    return keepDraft(sandbox, invoice);
  }),

  "Invoices.createPreview": run<Stripe.InvoiceCreatePreviewParams>((sandbox, params) => {
    const subscription = params.subscription
      ? sandbox.store.need("subscription", params.subscription, "subscription")
      : refuse("You must pass `subscription`.", { code: "parameter_missing", param: "subscription" });
    const invoice = upcoming(sandbox, subscription);
    if (!invoice)
      throw new StripeError(404, `No upcoming invoices for customer: ${idOf(subscription.customer) ?? ""}`, {
        code: "invoice_upcoming_none",
      });
    return { ...invoice, id: `upcoming_${invoice.id}` };
  }),

  "Invoices.retrieve": run(({ store }, _params, { id }) => store.need("invoice", id)),

  "Invoices.list": run<Stripe.InvoiceListParams>(({ store }, params) => {
    const { customer, status, subscription } = params;
    const wanted = store
      .all("invoice")
      .filter((one) => customer === undefined || idOf(one.customer) === customer)
      .filter((one) => status === undefined || one.status === status)
      .filter((one) => subscription === undefined || one._subscription === subscription);
    return page(wanted, params, "/v1/invoices");
  }),

  "Invoices.finalizeInvoice": run((sandbox, _params, { id }) => finalize(sandbox, sandbox.store.need("invoice", id))),

  "Invoices.pay": run<Stripe.InvoicePayParams>((sandbox, params, { id }) => {
    const invoice = sandbox.store.need("invoice", id);
    if (invoice.status === "draft") finalize(sandbox, invoice);
    else if (invoice.status === "paid") refuse("Invoice is already paid", { code: "invoice_already_paid" });
    else if (invoice.status !== "open") refuse(`Invoice is ${String(invoice.status)}.`);
    if (invoice.status !== "open") return invoice;
    collect(sandbox, invoice, { offSession: params.off_session ?? false, method: params.payment_method });
    needPaid(invoice);
    return invoice;
  }),

  "Invoices.voidInvoice": run((sandbox, _params, { id }) => {
    const invoice = sandbox.store.need("invoice", id);
    if (invoice.status !== "open") refuse(`You can only void open invoices. This one is ${String(invoice.status)}.`);
    voidInvoice(sandbox, invoice);
    return invoice;
  }),

  "Invoices.sendInvoice": run((sandbox, _params, { id }) => {
    const invoice = sandbox.store.need("invoice", id);
    if (invoice.status === "draft") finalize(sandbox, invoice);
    sandbox.emit("invoice.sent", invoice);
    return invoice;
  }),

  "Invoices.del": run((sandbox, _params, { id }) => {
    const invoice = sandbox.store.need("invoice", id);
    if (invoice.status !== "draft") refuse("You can only delete draft invoices.", { code: "invoice_not_editable" });
    const intent = sandbox.store.find("payment_intent", invoice._payment_intent);
    if (intent) cancelPayment(sandbox, intent, "void_invoice");
    sandbox.emit("invoice.deleted", invoice);
    sandbox.store.remove(invoice);
    return { id, object: "invoice", deleted: true };
  }),

  "InvoicePayments.retrieve": run(({ store }, _params, { id }) => store.need("invoice_payment", id)),

  "InvoicePayments.list": run<Stripe.InvoicePaymentListParams>(({ store }, params) => {
    const { invoice, payment } = params;
    const wanted = store
      .all("invoice_payment")
      .filter((one) => invoice === undefined || idOf(one.invoice) === invoice)
      .filter((one) => !payment?.payment_intent || idOf(one.payment.payment_intent) === payment.payment_intent);
    return page(wanted, params, "/v1/invoice_payments");
  }),
};

onDemand("invoice", "payments", (store, id) =>
  wholeList(
    store.all("invoice_payment").filter(({ invoice }) => idOf(invoice) === id),
    `/v1/invoice_payments?invoice=${id}`,
  ),
);

onDemand("invoice", "confirmation_secret", (store, id) => {
  const intent = store.find("payment_intent", store.find("invoice", id)?._payment_intent);
  return intent ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
});

/** Paying by the API is for cards that ask nothing: who must confirm does it with the payment itself. */
function needPaid(invoice: Kinds["invoice"]): void {
  if (invoice.status === "paid") return;
  throw new StripeError(
    402,
    "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with this invoice.",
    { type: "card_error", code: "invoice_payment_intent_requires_action" },
  );
}
