import { expect, test } from "vitest";
import { largestOf } from "~/usage/inside/figures/largest";
import { askedUsage, usageQuery } from "~/usage/inside/figures/usage-filter";

test("a filter is read from the address without blanks, and written without empty values", () => {
  const asked = askedUsage(new URLSearchParams({ model: " code-7b ", user: "a b@example.com", page: "2" }));
  expect(asked).toEqual({ model: "code-7b", user: "a b@example.com", workspace: "" });
  expect(usageQuery({ ...asked, day: "2024-01-31" })).toBe("?model=code-7b&user=a+b%40example.com&day=2024-01-31");
  expect(usageQuery({})).toBe("");
});

test("the largest come first, equal ones by name", () => {
  const sums = new Map([
    ["b", 5],
    ["c", 9],
    ["a", 5],
    ["d", 1],
  ]);
  expect(largestOf(sums, 3)).toEqual(["c", "a", "b"]);
});
