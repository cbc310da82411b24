import { expect, test } from "vitest";
import { hasNumberLikeNames } from "~/platform/ui/chart/figure";

test.each([
  [["30.01", "31.01"], true],
  [["Search", "7"], true],
  [["2024-01-30", "Reddit", ""], false],
  [[30.01, 31.01], false],
])("%j are names that look like numbers: %s", (x, names) => {
  expect(hasNumberLikeNames([{ type: "bar", x }])).toBe(names);
  expect(hasNumberLikeNames([{ type: "pie", values: [1] }])).toBe(false);
});
