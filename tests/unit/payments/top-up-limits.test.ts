import { expect, test } from "vitest";
import { readAmount } from "~/domain/payments/top-up-limits";

test.each([
  ["5", 500n],
  ["5.00", 500n],
  [" 50 ", 5000n],
  ["$12.3", 1230n],
  ["12,30", 1230n],
  ["5000", 500_000n],
  ["0019.99", 1999n],
])("43: %s is %s cents", (typed, cents) => expect(readAmount(typed)).toBe(cents));

test.each([
  "",
  "4.99",
  "5000.01",
  "-50",
  "1e3",
  "5.001",
  "5 000",
  "NaN",
  "0x10",
  "٥٠",
  "99999999999999999999",
])("43: '%s' is refused", (typed) =>
  expect(() => readAmount(typed)).toThrow("The amount must be between $5 and $5000."),
);
