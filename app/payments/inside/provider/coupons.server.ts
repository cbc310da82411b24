import Stripe from "stripe";
import { ask } from "~/payments/stripe-client.server";

interface PercentOff {
  /** Unique for a code, percentage and duration. */
  id: string;
  code: string;
  percent: number;
  /** Months that it lasts; once, or forever. */
  lasts: "once" | "forever" | number;
}

/** Returns a code's coupon at the provider; creates it on first use. */
export async function ensureCoupon({ id, code, percent, lasts }: PercentOff): Promise<string> {
  const duration =
    typeof lasts === "number" ? { duration: "repeating" as const, duration_in_months: lasts } : { duration: lasts };
  try {
    await ask((stripe) => stripe.coupons.create({ id, name: `Code ${code}`, percent_off: percent, ...duration }));
  } catch (error) {
    const known = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_already_exists";
    if (!known) throw error;
  }
  return id;
}
