import Stripe from "stripe";
import { FEE_CENTS, MINUTE_CENTS_DECIMAL } from "~/compute/subscription-price";
import type { Cents } from "~/money/units";
import { ask } from "~/payments/stripe-client.server";
import { type Vat, vatLabel, vatOn } from "~/payments/vat";

/** Names of the subscription's parts at the provider; they are created there once. */
const FEE = "millrace_fee";
const MINUTE = "millrace_minute";
const PRODUCT = "millrace_pro";
const VAT = "millrace_vat";
export const METER_EVENT = "millrace_minutes";
/** The provider keeps 12 decimals. */
const DECIMALS = 12;

interface Pair {
  fee: string;
  minute: string;
}

/** The prices of the subscription, and those of its VAT; null without any. */
export interface SubscriptionPrices extends Pair {
  vat: Pair | null;
}

/** Two prices of one product at the provider: for a month, and for each minute. */
interface WantedPair {
  product: { id: string; name: string };
  fee: { key: string; nickname: string; cents: number };
  minute: { key: string; nickname: string; decimal: string };
}

const PRO: WantedPair = {
  product: { id: PRODUCT, name: "Millrace PRO" },
  fee: { key: FEE, nickname: "Monthly fee", cents: FEE_CENTS },
  minute: { key: MINUTE, nickname: "Minutes of work", decimal: MINUTE_CENTS_DECIMAL },
};

/** The prices of the subscription (6.4) and of its VAT (B22), created at the provider on first use. */
export async function ensurePrices(vat: Vat | null = null): Promise<SubscriptionPrices> {
  return { ...(await ensurePair(PRO)), vat: vat && vat.rateBp > 0 ? await ensurePair(vatPair(vat)) : null };
}

/** Checks whether a product at the provider is VAT. */
export function isVatProduct(product: string): boolean {
  return product.startsWith(`${VAT}_`);
}

/** VAT as prices of its own: a share of the fee, and of each minute. */
function vatPair({ country, rateBp }: Vat): WantedPair {
  const key = `${VAT}_${country}_${rateBp}`;
  const label = vatLabel({ country, rateBp });
  const decimal = ((Number(MINUTE_CENTS_DECIMAL) * rateBp) / 10_000).toFixed(DECIMALS);
  return {
    product: { id: key, name: label },
    fee: { key: `${key}_fee`, nickname: label, cents: Number(vatOn(BigInt(FEE_CENTS) as Cents, rateBp)) },
    minute: { key: `${key}_minute`, nickname: `${label} on minutes of work`, decimal },
  };
}

async function ensurePair(wanted: WantedPair): Promise<Pair> {
  const found = await findPair(wanted);
  if (found.fee && found.minute) return { fee: found.fee, minute: found.minute };
  await ensureProduct(wanted.product);
  return { fee: found.fee ?? (await makeFee(wanted)), minute: found.minute ?? (await makeMinute(wanted)) };
}

async function findPair({ fee, minute }: WantedPair): Promise<Partial<Pair>> {
  const page = await ask((stripe) => stripe.prices.list({ lookup_keys: [fee.key, minute.key], active: true }));
  const idOf = (key: string) => page.data.find((price) => price.lookup_key === key)?.id;
  const [feeId, minuteId] = [idOf(fee.key), idOf(minute.key)];
  return { ...(feeId ? { fee: feeId } : {}), ...(minuteId ? { minute: minuteId } : {}) };
}

async function ensureProduct(product: WantedPair["product"]): Promise<void> {
  try {
    await ask((stripe) => stripe.products.create(product));
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
}

async function makeFee(wanted: WantedPair): Promise<string> {
  return await makePrice(wanted, "fee", {
    product: wanted.product.id,
    currency: "usd",
    lookup_key: wanted.fee.key,
    nickname: wanted.fee.nickname,
    unit_amount: wanted.fee.cents,
    recurring: { interval: "month" },
  });
}

async function makeMinute(wanted: WantedPair): Promise<string> {
  return await makePrice(wanted, "minute", {
    product: wanted.product.id,
    currency: "usd",
    lookup_key: wanted.minute.key,
    nickname: wanted.minute.nickname,
    unit_amount_decimal: Stripe.Decimal.from(wanted.minute.decimal),
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
async function makePrice(wanted: WantedPair, which: keyof Pair, price: Stripe.PriceCreateParams): Promise<string> {
  try {
    return (await ask((stripe) => stripe.prices.create(price))).id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const id = (await findPair(wanted))[which];
    if (id) return id;
    if (error.param !== "lookup_key") throw error;
    // An archived price keeps the name and accepts no new customers.
    return (await ask((stripe) => stripe.prices.create({ ...price, transfer_lookup_key: true }))).id;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_already_exists";
}
