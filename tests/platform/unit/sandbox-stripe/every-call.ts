import Stripe from "stripe";
import { post, type Shop, typed } from "./client";

const BACK = "http://127.0.0.1:3000/back";

/**
 * Makes every call of Stripe's API that the sandbox knows, at least once and in one story, through the official SDK. It
 * runs under Node and under Bun, which have different clients. Returns the called operations, by their ids in the
 * specification.
 */
export async function makeEveryCall({ sandbox, stripe }: Shop): Promise<string[]> {
  const disputeOf = ({ id }: Stripe.PaymentIntent) =>
    sandbox.controls.objects("dispute").find((one) => one.payment_intent === id)?.id ?? "";
  const made: string[] = [];
  const call = async <T extends { object?: string }>(name: string, answer: Promise<T>): Promise<T> => {
    const found = await answer;
    // A value that is not a Stripe object would pass for success in the SDK.
    if (typeof found.object !== "string") throw new Error(`${name} answered no object`);
    made.push(operationOf(name));
    return found;
  };
  const customer = (await call("customers.create", stripe.customers.create({ email: "ada@millrace.example" }))).id;
  await call("customers.update", stripe.customers.update(customer, { address: { country: "DE" } }));
  await call("customers.retrieve", stripe.customers.retrieve(customer));

  const setup = await call(
    "checkout.sessions.create",
    stripe.checkout.sessions.create({ mode: "setup", currency: "usd", customer, success_url: BACK }),
  );
  await post(setup.url ?? "", typed("4242424242424242"));
  await call("checkout.sessions.retrieve", stripe.checkout.sessions.retrieve(setup.id));
  const unused = await stripe.checkout.sessions.create({ mode: "setup", currency: "usd", success_url: BACK });
  await call("checkout.sessions.expire", stripe.checkout.sessions.expire(unused.id));
  await call("setupIntents.retrieve", stripe.setupIntents.retrieve(String(setup.setup_intent)));
  await call("setupIntents.create", stripe.setupIntents.create({ customer, usage: "off_session" }));
  const [card] = (await call("customers.listPaymentMethods", stripe.customers.listPaymentMethods(customer))).data;
  const method = card?.id ?? "";
  await call("paymentMethods.retrieve", stripe.paymentMethods.retrieve(method));
  await call("paymentMethods.attach", stripe.paymentMethods.attach("pm_card_mastercard", { customer }));
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
  const dropped = await stripe.paymentIntents.create({ amount: 800, currency: "usd", customer });
  await call("paymentIntents.cancel", stripe.paymentIntents.cancel(dropped.id));
  await call("paymentIntents.list", stripe.paymentIntents.list({ customer }));
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
  await call("disputes.retrieve", stripe.disputes.retrieve(disputeOf(disputed)));
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
  await call("billing.meters.list", stripe.billing.meters.list({ status: "active" }));
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
  await call("prices.update", stripe.prices.update(price.id, { nickname: "minutes" }));
  const coupon = await call(
    "coupons.create",
    stripe.coupons.create({ percent_off: 10, duration: "once", id: `coupon_${customer}` }),
  );
  const subscription = await call(
    "subscriptions.create",
    stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: method,
      payment_behavior: "default_incomplete",
      discounts: [{ coupon: coupon.id }],
    }),
  );
  await call(
    "invoiceItems.create",
    stripe.invoiceItems.create({ customer, subscription: subscription.id, amount: 4000, currency: "usd" }),
  );
  await call("coupons.del", stripe.coupons.del(coupon.id));
  await call("invoiceItems.list", stripe.invoiceItems.list({ customer, pending: true }));
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
  await call("subscriptions.list", stripe.subscriptions.list({ customer }));
  await call("subscriptions.retrieve", stripe.subscriptions.retrieve(subscription.id));
  await call("subscriptions.cancel", stripe.subscriptions.cancel(subscription.id));
  await call("paymentMethods.detach", stripe.paymentMethods.detach(method));
  await call("customers.del", stripe.customers.del(customer));
  return made;
}

/** `billing.meters.create` of the SDK is `BillingMeters.create` of the specification. */
function operationOf(call: string): string {
  const parts = call.split(".");
  const method = parts.pop() ?? "";
  return `${parts.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("")}.${method}`;
}
