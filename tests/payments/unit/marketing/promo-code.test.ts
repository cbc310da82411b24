import { expect, test } from "vitest";
import {
  appliedText,
  benefitText,
  DISCOUNT_DURATIONS,
  durationOf,
  durationText,
  isCode,
  normaliseCode,
} from "~/payments/promo-code";
import { promoState, type PromoUse } from "~/payments/inside/marketing/promo-state";

const NOW = new Date("2026-03-01T12:00:00Z");

test.each([
  [" welcome10 ", "WELCOME10", true],
  ["a-b", "A-B", true],
  ["ab", "AB", false],
  ["A".repeat(32), "A".repeat(32), true],
  ["A".repeat(33), "A".repeat(33), false],
  ["äöü", "ÄÖÜ", false],
  ["two words", "TWO WORDS", false],
  ["", "", false],
])("'%s' is looked up as '%s'", (typed, code, valid) => {
  expect(normaliseCode(typed)).toBe(code);
  expect(isCode(normaliseCode(typed))).toBe(valid);
});

test.each([
  ["balance_credit", 1000, "once", "Code applied: $10.00 added to your balance.", "$10.00 credit"],
  ["balance_credit", 5, "once", "Code applied: $0.05 added to your balance.", "$0.05 credit"],
  ["trial_days", 14, "14 days", "Code applied: PRO for 14 days.", "PRO for 14 days"],
  ["trial_days", 1, "1 days", "Code applied: PRO for 1 day.", "PRO for 1 day"],
  ["percent_off", 25, "3 months", "Code applied: 25% off your subscription for 3 months.", "25% off the subscription"],
  ["percent_off", 25, "1 months", "Code applied: 25% off your subscription for 1 month.", "25% off the subscription"],
  ["percent_off", 100, "once", "Code applied: 100% off your subscription, once.", "100% off the subscription"],
  [
    ...(["percent_off", 5, "forever"] as const),
    "Code applied: 5% off your subscription for as long as it runs.",
    "5% off the subscription",
  ],
] as const)("%s of %d, %s, is described in words", (kind, value, duration, applied, benefit) => {
  expect(appliedText({ kind, value, duration })).toBe(applied);
  expect(benefitText({ kind, value, duration })).toBe(benefit);
});

test("only discounts have a duration to choose", () => {
  expect(durationOf("balance_credit", 1000, "forever")).toBe("once");
  expect(durationOf("trial_days", 14, "forever")).toBe("14 days");
  expect(durationOf("percent_off", 14, "forever")).toBe("forever");
  expect(DISCOUNT_DURATIONS).toHaveLength(38);
  expect(durationText("12 months")).toBe("12 months");
});

test.each<[string, Partial<PromoUse>, string]>([
  ["fresh", {}, "active"],
  ["with uses left", { maxRedemptions: 2, timesRedeemed: 1 }, "active"],
  ["with none left", { maxRedemptions: 2, timesRedeemed: 2 }, "used up"],
  ["in its last moment", { expiresAt: new Date(NOW.getTime() + 1) }, "active"],
  ["at its end", { expiresAt: NOW }, "expired"],
  ["disabled and used up", { disabledAt: NOW, maxRedemptions: 1, timesRedeemed: 1 }, "disabled"],
])("a code %s is %s", (_name, given, state) => {
  const fresh = { disabledAt: null, expiresAt: null, maxRedemptions: null, timesRedeemed: 0 };
  expect(promoState({ ...fresh, ...given }, NOW)).toBe(state);
});
