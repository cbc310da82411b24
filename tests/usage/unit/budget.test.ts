import { expect, test } from "vitest";
import { coinsOfMillions, millionsTyped, reachedPercent } from "~/usage/inside/budgets/budget";

test.each([
  ["1.5", 1_500_000],
  ["1,5", 1_500_000],
  [" 20 ", 20_000_000],
  ["0.000001", 1],
  ["1,500", null],
  ["0", null],
  ["", null],
  ["-1", null],
  ["1e3", null],
  ["0.0000001", null],
  ["1234567890", null],
  ["abc", null],
])("%j typed in millions is %j coins", (typed, coins) => {
  expect(coinsOfMillions(typed)).toBe(coins === null ? null : BigInt(coins));
});

test("stored values are shown as typed", () => {
  expect(millionsTyped(1_500_000)).toBe("1.5");
  expect(coinsOfMillions(millionsTyped(20_000_000))).toBe(20_000_000n);
});

test.each([
  [0, 0],
  [499, 0],
  [500, 50],
  [799, 50],
  [800, 80],
  [999, 80],
  [1000, 100],
  [5000, 100],
])("%j of 1000 coins reach %d percent", (spent, percent) => {
  expect(reachedPercent({ spent: BigInt(spent), budget: 1000n })).toBe(percent);
});
