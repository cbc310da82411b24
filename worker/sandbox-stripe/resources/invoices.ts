import type Stripe from "stripe";
import { upcoming } from "../billing/cycle";
import { idOf } from "../wire/id-of";
import { page, wholeList } from "../wire/list";
import { run, type Runs } from "../wire/operation";
import { onDemand } from "../wire/render";
import { refuse, StripeError } from "../wire/stripe-error";

export const invoices: Runs = {
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
};

onDemand("invoice", "payments", (store, id) =>
  wholeList(
    store.all("invoice_payment").filter(({ invoice }) => idOf(invoice) === id),
    `/v1/invoice_payments?invoice=${id}`,
  ),
);
