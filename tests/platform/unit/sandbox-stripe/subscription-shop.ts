import Stripe from "stripe";
import { openShop, type Shop } from "./client";

export const DAY = 86_400;

export interface SubscriptionShop extends Shop {
  fee: string;
  usage: string;
  /** A customer with a saved card as the default. */
  customer(card?: string): Promise<string>;
  subscribe(customer: string, more?: Partial<Stripe.SubscriptionCreateParams>): Promise<Stripe.Subscription>;
  minutes(customer: string, value: number, identifier: string): Promise<unknown>;
  invoices(customer: string): Promise<Stripe.Invoice[]>;
}

/** A shop that sells a fee of 20 dollars a month, and minutes at 60 for a dollar. */
export async function openSubscriptionShop(): Promise<SubscriptionShop> {
  const shop = await openShop({ now: new Date("2026-11-21T12:00:00Z") });
  const { stripe } = shop;
  const product = await stripe.products.create({ name: "Millrace PRO" });
  const meter = await stripe.billing.meters.create({
    display_name: "Minutes",
    event_name: "minutes",
    default_aggregation: { formula: "sum" },
  });
  const price = (params: Partial<Stripe.PriceCreateParams>) =>
    stripe.prices.create({ currency: "usd", product: product.id, ...params });
  const fee = await price({ lookup_key: "fee", unit_amount: 2000, recurring: { interval: "month" } });
  const usage = await price({
    lookup_key: "minutes",
    nickname: "minutes",
    unit_amount_decimal: Stripe.Decimal.from("1.666666666667"),
    recurring: { interval: "month", usage_type: "metered", meter: meter.id },
  });
  return {
    ...shop,
    fee: fee.id,
    usage: usage.id,
    customer: async (card = "pm_card_visa") => {
      const made = await stripe.customers.create({ email: "ada@millrace.example", invoice_prefix: "MRS" });
      const { id } = await stripe.paymentMethods.attach(card, { customer: made.id });
      await stripe.customers.update(made.id, { invoice_settings: { default_payment_method: id } });
      return made.id;
    },
    subscribe: (customer, more = {}) =>
      stripe.subscriptions.create({
        customer,
        items: [{ price: fee.id }, { price: usage.id }],
        ...more,
      }),
    minutes: (customer, value, identifier) =>
      stripe.billing.meterEvents.create({
        event_name: "minutes",
        identifier,
        payload: { stripe_customer_id: customer, value: String(value) },
      }),
    invoices: async (customer) => (await stripe.invoices.list({ customer, limit: 100 })).data,
  };
}

/** The payment of a subscription's first invoice. */
export async function paymentOf({ stripe }: Shop, { latest_invoice }: Stripe.Subscription): Promise<string> {
  const invoice = await stripe.invoices.retrieve(String(latest_invoice), { expand: ["payments"] });
  return String(invoice.payments?.data[0]?.payment.payment_intent);
}
