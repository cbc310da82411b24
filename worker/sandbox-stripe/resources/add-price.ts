import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { metadata } from "../wire/metadata";
import { refuse } from "../wire/stripe-error";

/** Cents with up to twelve decimals, like Stripe's. */
const DECIMAL_CENTS = /^-?\d+(\.\d{1,12})?$/;

export type PriceData = Pick<
  Stripe.PriceCreateParams,
  "currency" | "unit_amount" | "recurring" | "metadata" | "nickname" | "lookup_key" | "tax_behavior"
> & { unit_amount_decimal?: unknown; product?: string; product_data?: { name: string } };

export function addPrice(sandbox: Sandbox, data: PriceData): Kinds["price"] {
  const product = data.product ?? addProduct(sandbox, data.product_data).id;
  sandbox.store.need("product", product, "product");
  const cents = centsOf(data);
  const { interval, interval_count = 1, meter = null, usage_type = "licensed" } = data.recurring ?? {};
  return sandbox.add("price", {
    active: true,
    billing_scheme: "per_unit",
    currency: data.currency.toLowerCase(),
    lookup_key: data.lookup_key ?? null,
    metadata: metadata(data.metadata),
    nickname: data.nickname ?? null,
    product,
    recurring: interval ? { interval, interval_count, meter, trial_period_days: null, usage_type } : null,
    tax_behavior: data.tax_behavior ?? "unspecified",
    type: interval ? "recurring" : "one_time",
    unit_amount: Number.isInteger(Number(cents)) ? Number(cents) : null,
    // A string in JSON, a Decimal in the SDK.
    unit_amount_decimal: cents as unknown as Stripe.Decimal,
  });
}

export function addProduct(
  sandbox: Sandbox,
  given: Stripe.ProductCreateParams | { name: string } | undefined,
): Kinds["product"] {
  if (!given) refuse("Missing required param: product.", { code: "parameter_missing", param: "product" });
  const params: Stripe.ProductCreateParams = given;
  return sandbox.add("product", {
    ...(params.id === undefined ? {} : { id: params.id }),
    active: params.active ?? true,
    description: params.description ?? null,
    images: params.images ?? [],
    metadata: metadata(params.metadata),
    name: params.name,
    type: "service",
    updated: sandbox.clock.now(),
  });
}

/** The cost of one unit of a price, in cents. */
export function unitCents(price: Kinds["price"]): number {
  return Number(price.unit_amount_decimal);
}

function centsOf(data: PriceData): string {
  const text = String(data.unit_amount_decimal ?? data.unit_amount ?? "");
  if (text === "")
    refuse("You must specify either `unit_amount` or `unit_amount_decimal`.", {
      code: "parameter_missing",
      param: "unit_amount",
    });
  if (!DECIMAL_CENTS.test(text)) refuse(`Invalid decimal: ${text}`, { param: "unit_amount_decimal" });
  return text;
}
