import { refuse } from "../wire/stripe-error";

const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;

/** Returns a payment's amount in whole cents, or throws Stripe's refusal. */
export function needAmount(amount: number, currency: string): number {
  if (!/^[a-z]{3}$/i.test(currency)) refuse(`Invalid currency: ${currency}.`, { param: "currency" });
  if (!Number.isInteger(amount))
    refuse(`Invalid integer: ${amount}`, { code: "parameter_invalid_integer", param: "amount" });
  if (amount < MIN_CENTS) refuse("Amount must be at least $0.50 usd", { code: "amount_too_small", param: "amount" });
  if (amount > MAX_CENTS)
    refuse("Amount must be no more than $999,999.99", { code: "amount_too_large", param: "amount" });
  return amount;
}
