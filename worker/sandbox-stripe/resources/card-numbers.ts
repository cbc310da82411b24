import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Sandbox } from "../state/sandbox";
import { StripeError } from "../wire/stripe-error";
import { cardByNumber, NOT_A_TEST_CARD, type TestCard } from "./test-cards";

const YEARS_AHEAD_MAX = 50;

export interface TypedCard {
  number?: string;
  exp_month?: number;
  exp_year?: number;
  cvc?: string;
}

/** The test card with that number, or the refusal for a mistyped one. */
export function readCard(
  sandbox: Sandbox,
  { number = "", exp_month: month, exp_year: year, cvc }: TypedCard,
): TestCard {
  const digits = number.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits))
    throw cardError("incorrect_number", "Your card number is incorrect.", "number");
  if (month === undefined || !Number.isInteger(month) || month < 1 || month > 12)
    throw cardError("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  const now = new Date(sandbox.clock.now() * 1000);
  const thisYear = now.getUTCFullYear();
  if (year === undefined || !Number.isInteger(year) || year < thisYear || year > thisYear + YEARS_AHEAD_MAX)
    throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  if (year === thisYear && month < now.getUTCMonth() + 1)
    throw cardError("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
  const card = cardByNumber(digits);
  if (card) return card;
  const { message, ...details } = NOT_A_TEST_CARD;
  throw new StripeError(402, message, { type: "card_error", ...details });
}

/** Stripe's details of a card. */
export function cardDetails(
  card: TestCard,
  expiry: { exp_month: number; exp_year: number },
): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "US",
    display_brand: card.brand,
    ...expiry,
    // Identifies the same card under any name.
    fingerprint: createHash("sha256").update(card.number).digest("base64url").replace(/[-_]/g, "0").slice(0, 16),
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

function cardError(code: string, message: string, param: string): StripeError {
  return new StripeError(402, message, { type: "card_error", code, param });
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
