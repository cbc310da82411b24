import { expect, test } from "vitest";
import { hasLabel, readLabels, readRack } from "~/fleet/node-labels";

test.each([
  ["", ""],
  ["  R1 ", "R1"],
  ["Halle 2 /  R.3-b", "Halle 2 / R.3-b"],
  ["x".repeat(33), null],
  ["<b>", null],
  ["-R1", null],
])("the rack %j is read as %j", (given, rack) => expect(readRack(given)).toBe(rack));

test.each([
  ["", []],
  ["water, generation=2024  water", ["generation=2024", "water"]],
  ["generation=2023 generation=2024", null],
  ["Upper", null],
  ["key=", null],
  ["a\u0000b", null],
  [Array.from({ length: 16 }, (_, place) => `w${place}`).join(" "), expect.any(Array)],
  [Array.from({ length: 17 }, (_, place) => `w${place}`).join(" "), null],
])("the labels %j are read as %j", (given, labels) => expect(readLabels(given)).toEqual(labels));

test("a label is found whole or by its key", () => {
  const labels = ["generation=2024", "water"];
  expect(["water", "generation", "generation=2024"].map((one) => hasLabel(labels, one))).toEqual([true, true, true]);
  expect(["wat", "generation=2023", "2024"].map((one) => hasLabel(labels, one))).toEqual([false, false, false]);
});
