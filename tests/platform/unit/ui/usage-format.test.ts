import { expect, test } from "vitest";
import { highestOf, roundTicks } from "~/platform/ui/chart/figure";
import { formatAverage, formatCoins, formatMetering, formatThousands } from "~/platform/ui/usage-format";

test.each([
  [5_230_000, "5.23"],
  [150_070_000, "150.07"],
  [0, "0.00"],
  [4_999, "0.00"],
])("%i coins are %s million", (coins, text) => expect(formatCoins(coins)).toBe(text));

test.each([
  [12_000, "12K"],
  [1_500, "1.5K"],
  [0, "0"],
  [1_200_000, "1200K"],
])("%i tokens on an axis are %s", (tokens, text) => expect(formatThousands(tokens)).toBe(text));

test.each([
  [1_234_567, "1.2M"],
  [12_345, "12.3K"],
  [999, "999"],
  [999_999, "999.9K"],
  [1_000_000, "1.0M"],
  [0, "0"],
])("%i is metered as %s", (count, text) => expect(formatMetering(count)).toBe(text));

test("37 requests of 3 users are 12.3 each, and of none 0.0", () => {
  expect([formatAverage(37, 3), formatAverage(0, 0)]).toEqual(["12.3", "0.0"]);
});

test.each([
  [37_000, [0, 10_000, 20_000, 30_000]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [0, [0]],
  [5_000_000, [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000]],
])("an axis to %i is labelled at %j", (most, ticks) => expect(roundTicks(most)).toEqual(ticks));

test("an axis reaches the sum of stacked series, or the highest one", () => {
  const data = [
    { type: "bar" as const, x: ["30.01", "31.01"], y: [2, 3] },
    { type: "bar" as const, x: ["31.01"], y: [4] },
  ];
  expect(highestOf({ data, layout: { barmode: "stack" } })).toBe(7);
  expect(highestOf({ data, layout: {} })).toBe(4);
  expect(highestOf({ data: [{ type: "bar", orientation: "h", x: [9], y: ["a"] }], layout: {} })).toBe(9);
});
