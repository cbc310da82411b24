import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { typedCents } from "~/platform/typed-dollars";

/** TOPUP_DEFAULT, TOPUP_MIN, TOPUP_MAX in dollars (B10). */
export const TOPUP_DOLLARS = { topup_default: 50, topup_min: 5, topup_max: 5000 } as const;
/** Per tenant and UTC day (B10). */
export const TOPUP_DAY_CENTS = 2_000_000n;

/** Reason for text that is not a number: its size is not the fault. */
const NO_AMOUNT = "Enter an amount in dollars, such as 50.";

const NUMBER = /^[-+]?\$?\d+(?:[.,]\d*)?$/;

export function isWithin(cents: Cents, minDollars: number, maxDollars: number): boolean {
  return cents >= BigInt(minDollars) * 100n && cents <= BigInt(maxDollars) * 100n;
}

/** Explains a refused amount: it is not a number, or breaks the rule of the message. */
export function amountFault(typed: string, message: string): string {
  return NUMBER.test(typed.trim()) ? message : NO_AMOUNT;
}

/** Parses a typed amount to whole cents. Refuses with M55 outside the limits. */
export function readAmount(typed: string): Cents {
  const amount = typedCents(typed);
  if (amount === null || !isTopUp(amount)) throw Refusal.ofField("amount", amountFault(typed, M.amountOutOfRange));
  return amount;
}

/** Checks whether a text is an amount that can be added. */
export function isAmount(typed: string): boolean {
  const amount = typedCents(typed);
  return amount !== null && isTopUp(amount);
}

function isTopUp(cents: Cents): boolean {
  return isWithin(cents, TOPUP_DOLLARS.topup_min, TOPUP_DOLLARS.topup_max);
}
