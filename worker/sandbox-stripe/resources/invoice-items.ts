import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";

export const invoiceItems: Runs = {
  "InvoiceItems.create": run<Stripe.InvoiceItemCreateParams>((sandbox, params) => {
    const { amount, subscription } = params;
    const customer = sandbox.store.need("customer", params.customer, "customer").id;
    if (amount === undefined || !Number.isInteger(amount))
      refuse("Missing required param: amount, in whole cents.", {
        code: "parameter_missing",
        param: "amount",
      });
    if (subscription) needLive(sandbox.store.need("subscription", subscription, "subscription"));
    const date = sandbox.clock.now();
    const item = sandbox.add("invoiceitem", {
      amount,
      customer,
      date,
      net_amount: amount,
      quantity: 1,
      currency: params.currency ?? "usd",
      description: params.description ?? null,
      discountable: params.discountable ?? amount > 0,
      discounts: [],
      metadata: metadata(params.metadata),
      parent: subscription ? { subscription_details: { subscription }, type: "subscription_details" } : null,
      period: params.period ?? { start: date, end: date },
      pricing: null,
      quantity_decimal: "1" as unknown as Stripe.Decimal,
    });
    sandbox.emit("invoiceitem.created", item);
    return item;
  }),

  "InvoiceItems.list": run<Stripe.InvoiceItemListParams>(({ store }, params) => {
    const { customer, invoice, pending } = params;
    const wanted = store
      .all("invoiceitem")
      .filter((one) => customer === undefined || idOf(one.customer) === customer)
      .filter((one) => invoice === undefined || idOf(one.invoice) === invoice)
      .filter((one) => pending === undefined || (one.invoice === null) === pending);
    return page(wanted.map(withCreated), params, "/v1/invoiceitems");
  }),
};

function needLive({ id, status }: Kinds["subscription"]): void {
  if (/^(canceled|incomplete_expired)$/.test(status))
    refuse(`The subscription ${id} is canceled.`, { param: "subscription" });
}

/** Items have `date` where other objects have `created`. */
function withCreated(item: Kinds["invoiceitem"]): Kinds["invoiceitem"] & { created: number } {
  return { ...item, created: item.date };
}
