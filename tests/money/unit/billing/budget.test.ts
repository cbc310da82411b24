import { describe, expect, test } from "vitest";
import { percentsOf, reachedShare, readBudgetSettings } from "~/money/inside/billing/budget/budget";
import type { Cents } from "~/money/units";
import { M } from "~/messages";

const EMPTY = { budget: "", percents: "50, 80, 100", below: "" };

describe("A typed budget is read by its digits", () => {
  test.each([
    ["50, 80, 100", [50, 80, 100]],
    ["100 80;50 and 50%", [50, 80, 100]],
    ["120", [120]],
    ["", []],
    ["0", null],
    ["201", null],
    ["33.3", null],
    ["1,2,3,4,5,6,7", null],
    ["half", null],
  ])("percents %j are %j", (typed, percents) => expect(percentsOf(typed)).toEqual(percents));

  test("an omitted amount switches its half off", () => {
    const { settings } = readBudgetSettings({ ...EMPTY, below: "$20" });
    expect(settings).toEqual({ cents: null, toldAt: [50, 80, 100], belowCents: 2000n });
    expect(readBudgetSettings({ ...EMPTY, budget: "500,5" }).settings?.cents).toBe(50050n);
  });

  test("all invalid values show their errors together", () => {
    const wrong = readBudgetSettings({ budget: "0.99", percents: "x", below: "1000001" });
    expect(wrong.fields).toEqual({
      budget: M.spendBudgetWrong,
      percents: M.budgetPercentsWrong,
      below: M.alertBalanceWrong,
    });
    expect(readBudgetSettings({ ...EMPTY, budget: "5", percents: "" }).fields).toEqual({
      percents: M.budgetPercentsWrong,
    });
  });
});

test("a share is reached at its last unit, not before, and of several the largest counts", () => {
  const reached = (spentUnits: bigint) => reachedShare({ spentUnits, cents: 1000n as Cents, toldAt: [50, 80, 100] });
  expect([1_799_999n, 1_800_000n, 3_599_999n, 3_600_000n].map(reached)).toEqual([0, 50, 80, 100]);
  expect(reachedShare({ spentUnits: 5n, cents: null, toldAt: [50] })).toBe(0);
});
