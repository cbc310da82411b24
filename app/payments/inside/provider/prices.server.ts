import Stripe from "stripe";
import { FEE_CENTS, MINUTE_CENTS_DECIMAL } from "~/compute/subscription-price";
import { ask } from "~/payments/stripe-client.server";

/** Names of the subscription's parts at the provider; they are created there once. */
const FEE = "millrace_fee";
const MINUTE = "millrace_minute";
const PRODUCT = "millrace_pro";
export const METER_EVENT = "millrace_minutes";

export interface SubscriptionPrices {
  fee: string;
  minute: string;
}

/** The two prices of the subscription (6.4), created at the provider on first use. */
export async function ensurePrices(): Promise<SubscriptionPrices> {
  const found = await findPrices();
  if (found.fee && found.minute) return { fee: found.fee, minute: found.minute };
  await ensureProduct();
  return { fee: found.fee ?? (await makeFee()), minute: found.minute ?? (await makeMinute()) };
}

async function findPrices(): Promise<Partial<SubscriptionPrices>> {
  const page = await ask((stripe) => stripe.prices.list({ lookup_keys: [FEE, MINUTE], active: true }));
  const idOf = (key: string) => page.data.find((price) => price.lookup_key === key)?.id;
  const [fee, minute] = [idOf(FEE), idOf(MINUTE)];
  return { ...(fee ? { fee } : {}), ...(minute ? { minute } : {}) };
}

async function ensureProduct(): Promise<void> {
  try {
    await ask((stripe) => stripe.products.create({ id: PRODUCT, name: "Millrace PRO" }));
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
}

async function makeFee(): Promise<string> {
  return await makePrice({
    product: PRODUCT,
    currency: "usd",
    lookup_key: FEE,
    nickname: "Monthly fee",
    unit_amount: FEE_CENTS,
    recurring: { interval: "month" },
  });
}

async function makeMinute(): Promise<string> {
  return await makePrice({
    product: PRODUCT,
    currency: "usd",
    lookup_key: MINUTE,
    nickname: "Minutes of work",
    unit_amount_decimal: Stripe.Decimal.from(MINUTE_CENTS_DECIMAL),
    recurring: { interval: "month", usage_type: "metered", meter: await ensureMeter() },
  });
}

async function ensureMeter(): Promise<string> {
  const meters = await ask((stripe) => stripe.billing.meters.list({ status: "active", limit: 100 }));
  const found = meters.data.find((meter) => meter.event_name === METER_EVENT);
  if (found) return found.id;
  const made = await ask((stripe) =>
    stripe.billing.meters.create(
      {
        display_name: "Minutes of work",
        event_name: METER_EVENT,
        default_aggregation: { formula: "sum" },
      },
      { idempotencyKey: `meter:${METER_EVENT}` },
    ),
  );
  return made.id;
}

/** Creates a price; of concurrent calls, the first creates it and the others use it. */
async function makePrice(price: Stripe.PriceCreateParams): Promise<string> {
  try {
    return (await ask((stripe) => stripe.prices.create(price))).id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const found = await findPrices();
    const id = price.lookup_key === FEE ? found.fee : found.minute;
    if (id) return id;
    if (error.param !== "lookup_key") throw error;
    // An archived price keeps the name and accepts no new customers.
    return (await ask((stripe) => stripe.prices.create({ ...price, transfer_lookup_key: true }))).id;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_already_exists";
}
