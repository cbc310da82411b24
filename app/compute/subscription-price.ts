import type { Cents } from "~/money/units";

/** SUBSCRIPTION_FEE_CENTS: the price of a month (6.4). */
export const FEE_CENTS = 2000;
/** 60 minutes of work cost 1 dollar; the provider keeps 12 decimals. */
export const MINUTE_CENTS_DECIMAL = "1.666666666667";

const MINUTES = 60n;
const CENTS = 100n;

/** Cents that minutes add to the invoice, rounded half up like the provider: 60 → 100. */
export function minutesCents(minutes: number): Cents {
  return ((BigInt(minutes) * CENTS * 2n + MINUTES) / (2n * MINUTES)) as Cents;
}
