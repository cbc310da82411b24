import Stripe from "stripe";
import { post, typed } from "./client";

const BACK = "http://127.0.0.1:3000/back";

/**
 * Every call of Stripe's API that the product makes, once each and in one story, through the official SDK. It runs
 * under Node and under Bun, which have clients of their own. Gives the calls that were made.
 */
export async function makeEveryCall(stripe: Stripe): Promise<string[]> {
  const made: string[] = [];
  const call = async <T extends { object?: string }>(name: string, answer: Promise<T>): Promise<T> => {
    const found = await answer;
    // What is no Stripe object would pass for success in the SDK.
    if (typeof found.object !== "string") throw new Error(`${name} answered no object`);
    made.push(name);
    return found;
  };
  const customer = (await call("customers.create", stripe.customers.create({ email: "ada@millrace.example" }))).id;
  await call("customers.update", stripe.customers.update(customer, { address: { country: "DE" } }));
  await call("customers.createTaxId", stripe.customers.createTaxId(customer, { type: "eu_vat", value: "DE1" }));

  const setup = await call(
    "checkout.sessions.create",
    stripe.checkout.sessions.create({ mode: "setup", currency: "usd", customer, success_url: BACK }),
  );
  await post(setup.url ?? "", typed("4242424242424242"));
  await call("checkout.sessions.retrieve", stripe.checkout.sessions.retrieve(setup.id));
  await call("setupIntents.retrieve", stripe.setupIntents.retrieve(String(setup.setup_intent)));
  await call("setupIntents.create", stripe.setupIntents.create({ customer, usage: "off_session" }));
  const [card] = (await call("customers.listPaymentMethods", stripe.customers.listPaymentMethods(customer))).data;
  const method = card?.id ?? "";
  const invoice_settings = { default_payment_method: method };
  await call("customers.update", stripe.customers.update(customer, { invoice_settings }));

  const intent = await call(
    "paymentIntents.create",
    stripe.paymentIntents.create({
      amount: 5000,
      currency: "usd",
      customer,
      payment_method: method,
      return_url: BACK,
      confirm: true,
    }),
  );
  await call("paymentIntents.retrieve", stripe.paymentIntents.retrieve(intent.id));
  const later = await stripe.paymentIntents.create({ amount: 700, currency: "usd", customer });
  await call(
    "paymentIntents.confirm",
    stripe.paymentIntents.confirm(later.id, { payment_method: method, return_url: BACK }),
  );
  const refund = await call("refunds.create", stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }));
  await call("refunds.retrieve", stripe.refunds.retrieve(refund.id));
  const disputed = await stripe.paymentIntents.create({
    amount: 900,
    currency: "usd",
    customer,
    confirm: true,
    return_url: BACK,
    payment_method: "pm_card_createDispute",
  });
  const [dispute] = (await stripe.disputes.list({ payment_intent: disputed.id })).data;
  await call("disputes.retrieve", stripe.disputes.retrieve(dispute?.id ?? ""));
  await call("charges.retrieve", stripe.charges.retrieve(String(intent.latest_charge)));
  await call("balanceTransactions.list", stripe.balanceTransactions.list({ limit: 100 }));
  await call("events.list", stripe.events.list({ limit: 100 }));

  const product = await call("products.create", stripe.products.create({ name: "Millrace PRO" }));
  const meter = await call(
    "billing.meters.create",
    stripe.billing.meters.create({
      display_name: "Minutes",
      event_name: `minutes_${customer}`,
      default_aggregation: { formula: "sum" },
    }),
  );
  const price = await call(
    "prices.create",
    stripe.prices.create({
      currency: "usd",
      product: product.id,
      lookup_key: `minutes_${customer}`,
      recurring: { interval: "month", usage_type: "metered", meter: meter.id },
      unit_amount_decimal: Stripe.Decimal.from("0.001"),
    }),
  );
  await call("prices.list", stripe.prices.list({ lookup_keys: [`minutes_${customer}`] }));
  await call("promotionCodes.list", stripe.promotionCodes.list({ code: "NONE", active: true }));
  const subscription = await call(
    "subscriptions.create",
    stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: method,
      payment_behavior: "default_incomplete",
      expand: ["latest_invoice.confirmation_secret"],
    }),
  );
  await call(
    "invoiceItems.create",
    stripe.invoiceItems.create({ customer, subscription: subscription.id, amount: 4000, currency: "usd" }),
  );
  await call(
    "billing.meterEvents.create",
    stripe.billing.meterEvents.create({
      event_name: meter.event_name,
      identifier: `usage_${customer}`,
      payload: { stripe_customer_id: customer, value: "60" },
    }),
  );
  await call("invoices.createPreview", stripe.invoices.createPreview({ subscription: subscription.id }));
  const [invoice] = (await call("invoices.list", stripe.invoices.list({ customer }))).data;
  await call("invoices.retrieve", stripe.invoices.retrieve(invoice?.id ?? ""));
  await call("subscriptions.update", stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }));
  await call("subscriptions.retrieve", stripe.subscriptions.retrieve(subscription.id));
  await call("subscriptions.cancel", stripe.subscriptions.cancel(subscription.id));
  await call("billingPortal.sessions.create", stripe.billingPortal.sessions.create({ customer, return_url: BACK }));
  await call("paymentMethods.detach", stripe.paymentMethods.detach(method));
  return made;
}
