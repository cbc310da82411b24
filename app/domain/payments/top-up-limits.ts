import type { Cents } from "~/domain/billing/units";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

/** TOPUP_DEFAULT, TOPUP_MIN, TOPUP_MAX in dollars (B10). */
export const TOPUP_DOLLARS = { topup_default: 50, topup_min: 5, topup_max: 5000 } as const;
/** Per tenant and UTC day (B10). */
export const TOPUP_DAY_CENTS = 2_000_000n;

const AMOUNT = /^\$?(\d{1,7})(?:[.,](\d{1,2}))?$/;

/** What was typed as an amount of dollars, in whole cents, read by its digits and never through a float. Refuses with M55. */
export function readAmount(typed: string): Cents {
  const [, dollars = "", cents = ""] = AMOUNT.exec(typed.trim()) ?? [];
  const amount = BigInt(dollars || "0") * 100n + BigInt(cents.padEnd(2, "0") || "0");
  const { topup_min: min, topup_max: max } = TOPUP_DOLLARS;
  if (amount < BigInt(min) * 100n || amount > BigInt(max) * 100n) throw Refusal.ofField("amount", M.M55);
  return amount as Cents;
}
