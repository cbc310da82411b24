import Stripe from "stripe";
import { ask } from "./stripe-client.server";

interface PercentOff {
  /** The same percentage of the same code for the same time has the same id, and no other has it. */
  id: string;
  code: string;
  percent: number;
  /** Months that it lasts; once, or for ever. */
  lasts: "once" | "forever" | number;
}

/** A code's percentage as the provider keeps it, made there on first need. */
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
