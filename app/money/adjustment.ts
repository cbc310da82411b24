import type { Cents } from "./units";

const MAX_CENTS = 100_000n;
const DOLLARS = /^([+\-−]?)\s?\$?(\d{1,4})(?:[.,](\d{1,2}))?$/;

/**
 * Parses an admin's adjustment of -1000.00 to 1000.00 dollars, not 0, to whole cents; null if it is anything else.
 * Reads digits, never a float.
 */
export function readAdjustment(typed: string): Cents | null {
  const [, sign = "", dollars, cents = ""] = DOLLARS.exec(typed.trim()) ?? [];
  if (dollars === undefined) return null;
  const amount = BigInt(dollars) * 100n + BigInt(cents.padEnd(2, "0"));
  if (amount === 0n || amount > MAX_CENTS) return null;
  return (sign === "" || sign === "+" ? amount : -amount) as Cents;
}
