import { expect, test } from "vitest";
import { readAutoSettings } from "~/payments/inside/auto-top-up/auto-settings";
import { readAmount } from "~/payments/top-up-limits";

test.each([
  ["5", 500n],
  ["5.00", 500n],
  [" 50 ", 5000n],
  ["$12.3", 1230n],
  ["12,30", 1230n],
  ["5000", 500_000n],
  ["0019.99", 1999n],
])("43: %s is %s cents", (typed, cents) => expect(readAmount(typed)).toBe(cents));

test.each(["4.99", "5000.01", "-50", "5.001", "0", "99999999999999999999"])(
  "43: '%s' is an amount, and out of range",
  (typed) => expect(() => readAmount(typed)).toThrow("The amount must be between $5 and $5000."),
);

test.each(["", "abc", "1e3", "5 000", "NaN", "0x10", "٥٠", "$", ".", "fifty dollars"])(
  "'%s' is not an amount",
  (typed) => expect(() => readAmount(typed)).toThrow("Enter an amount in dollars, such as 50."),
);

test("the settings of automatic top-up distinguish invalid text from an amount out of range", () => {
  const typed = { threshold: "ten", amount: "5001", month_cap: "abc" };
  expect(readAutoSettings(typed).fields).toEqual({
    threshold: "Enter an amount in dollars, such as 50.",
    amount: "The amount must be between $5 and $5000.",
    month_cap: "Enter an amount in dollars, such as 50.",
  });
});
