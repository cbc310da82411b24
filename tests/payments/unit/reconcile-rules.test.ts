import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asUnits } from "~/money/units";
import { exactDollars, exactText } from "~/staff/inside/reconcile/exact-dollars";
import { concernOf, ledgerKeyOf } from "~/staff/inside/reconcile/movement-concern";
import type { CheckView } from "~/staff/screens/money/money-view";
import { verdictOf } from "~/staff/screens/money/verdict";

describe("An exact amount", () => {
  test.each([
    [0n, "$0.00"],
    [3600n, "$0.01"],
    [3599n, "$0.00 +3,599 u"],
    [-1n, "−$0.00 −1 u"],
    [360_000n, "$1.00"],
    [-360_000n * 1_234_567n, "−$1,234,567.00"],
    [360_000n * 1000n + 3601n, "$1,000.01 +1 u"],
  ])("%s units are printed as %s", (units, text) => {
    expect(exactText(asUnits(units))).toBe(text);
  });

  test("loses nothing", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), (units) => {
        const { dollars, rest } = exactDollars(asUnits(units));
        const cents = BigInt(dollars.replace(/[^\d]/g, ""));
        const sign = dollars.startsWith("−") ? -1n : 1n;
        const restUnits = rest === "" ? 0n : BigInt(rest.replace("−", "-").replace(/[^\d-]/g, ""));
        expect(sign * cents * 3600n + restUnits).toBe(units);
      }),
    );
  });
});

describe("A movement at the provider", () => {
  const isTopUp = (id: string) => id === "pi_ours";
  test.each([
    ["charge", "usd", "pi_ours", "balance"],
    ["refund", "usd", "pi_ours", "balance"],
    ["refund_failure", "usd", "pi_ours", "balance"],
    ["adjustment", "usd", "pi_ours", "balance"],
    ["charge", "usd", "pi_of_a_subscription", "other"],
    ["charge", "eur", "pi_ours", "other"],
    ["something_new", "usd", null, "other"],
    ["stripe_fee", "usd", null, "fee"],
    ["payout", "usd", null, "payout"],
    ["payout_failure", "usd", null, "payout"],
  ])("%s in %s of %s concerns %s", (type, currency, paymentIntentId, concern) => {
    expect(concernOf({ type, currency, paymentIntentId }, isTopUp)).toBe(concern);
  });

  test.each([
    ["ch_1", "stripe:pi_1"],
    ["py_1", "stripe:pi_1"],
    ["re_1", "stripe:re_1"],
    ["pyr_1", "stripe:pyr_1"],
    ["du_1", "stripe:du_1"],
    ["dp_1", "stripe:dp_1"],
  ])("%s compares with %s", (sourceId, key) => {
    expect(ledgerKeyOf({ sourceId, paymentIntentId: "pi_1" })).toBe(key);
  });
});

describe("The verdict starts with the worst", () => {
  const check = (state: CheckView["state"], answeredTs: number | null = 100): CheckView => ({
    name: "ledger",
    state,
    message: "",
    figures: [],
    checkedTs: answeredTs,
    answeredTs,
    open: 0,
  });
  test.each<[CheckView[], number, string, string]>([
    [[check("well"), check("well")], 0, "ok", "Everything adds up."],
    [[check("well"), check("off")], 0, "neutral", "The ledger is in order."],
    [[check("well"), check("unchecked", null)], 0, "neutral", "Not everything"],
    [[check("unchecked", null), check("silent")], 0, "warn", "did not answer"],
    [[check("silent"), check("refused")], 0, "danger", "refuses our key"],
    [[check("refused"), check("failed")], 0, "danger", "A check failed"],
    [[check("silent"), check("failed")], 0, "danger", "A check failed"],
    [[check("silent"), check("failed")], 1, "danger", "1 difference is open."],
  ])("%#", (checks, open, tone, text) => {
    const verdict = verdictOf(checks, open);
    expect(verdict).toMatchObject({ tone, sinceTs: 100 });
    expect(verdict.text).toContain(text);
  });

  test("and is as old as the oldest answer", () => {
    expect(verdictOf([check("well", 300), check("well", 200)], 0).sinceTs).toBe(200);
    expect(verdictOf([check("unchecked", null)], 0).sinceTs).toBeNull();
  });
});
