import { expect, test } from "vitest";
import { MINUTE_CENTS_DECIMAL, minutesCents } from "~/compute/subscription-price";

const DECIMALS = 12;
const SCALE = 10n ** BigInt(DECIMALS);
/** The price of a minute in 10^-12 cents, as the provider keeps it. */
const PRICE = BigInt(MINUTE_CENTS_DECIMAL.replace(".", ""));

test("60 minutes cost 1 dollar", () => {
  expect(minutesCents(60)).toBe(100n);
});

test("every accepted number of minutes costs the provider's price, rounded half up", () => {
  const wrong: number[] = [];
  for (let minutes = 1; minutes <= 100_000; minutes += 1) {
    const exact = PRICE * BigInt(minutes);
    if ((exact * 2n + SCALE) / (2n * SCALE) !== minutesCents(minutes)) wrong.push(minutes);
  }
  expect(wrong).toEqual([]);
});
