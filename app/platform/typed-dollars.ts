import type { Cents } from "~/money/units";

/** Up to 2 decimals after a point or a comma, with or without a dollar sign in front. */
const AMOUNT = /^\$?(\d{1,7})(?:[.,](\d{1,2}))?$/;

/** Parses an amount of dollars to whole cents, by its digits and never through a float; null if it is not an amount. */
export function typedCents(typed: string): Cents | null {
  const [, dollars, cents = ""] = AMOUNT.exec(typed.trim()) ?? [];
  return dollars === undefined ? null : ((BigInt(dollars) * 100n + BigInt(cents.padEnd(2, "0"))) as Cents);
}
