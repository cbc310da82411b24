import { expect, test } from "vitest";
import { keepLast } from "../../../../worker/cli/commands/logs";
import { volumeAt } from "../../../../worker/cli/commands/option-values";
import { costSoFar, dollars, secondsOf, span } from "../../../../worker/cli/terminal/words";

test.each([
  ["90m", 5400],
  ["90 min", 5400],
  ["2h", 7200],
  ["1h30m", 5400],
  ["1.5d", 129_600],
  ["45s", 45],
  ["2", null],
  ["", null],
  ["h", null],
  ["2 hours", null],
  ["-2h", null],
  ["2h x", null],
])("a typed time: %j", (typed, seconds) => {
  expect(secondsOf(typed)).toBe(seconds);
});

test.each([
  [0, "0 s"],
  [59.9, "59 s"],
  [60, "1 min"],
  [7200, "2 h"],
  [7500, "2 h 5 min"],
  [86_400, "1 d"],
  [100_000, "1 d 3 h"],
])("a span of %d s", (seconds, text) => {
  expect(span(seconds)).toBe(text);
});

test("money: charges are shown in whole cents, rounded down", () => {
  expect(dollars(1234.5)).toBe("$1,234.50");
  expect(dollars(-3)).toBe("−$3.00");
  expect(costSoFar({ uptime: 3599, pph: 95 })).toBe(0.94);
  expect(costSoFar({ uptime: 3600, pph: 95 })).toBe(0.95);
});

test.each([
  [["a\nb\n", "c\n"], 2, "b\nc\n"],
  [["a\nb\n", "c\n"], 1, "c\n"],
  [["a\nb"], 1, "b"],
  [["a", "b\nc\n"], 2, "ab\nc\n"],
  [["a\n", "b\n"], 0, ""],
  [["a\n"], 5, "a\n"],
])("the last lines of %j, %d of them", (texts, lines, left) => {
  const kept: { seq: number; ts: number; stream: string; text: string }[] = [];
  texts.forEach((text, seq) => keepLast(kept, { seq, ts: 0, stream: "out", text }, lines));
  expect(kept.map(({ text }) => text).join("")).toBe(left);
});

test("volumes of an order are named with their folders, one more each time", () => {
  const first = volumeAt("data:/data");
  expect(volumeAt("models:/srv/models:ro", first)).toEqual([
    { name: "data", path: "/data", read_only: false },
    { name: "models", path: "/srv/models", read_only: true },
  ]);
  for (const wrong of ["data", "data:", "data:data", ":/data", "data:/data:rw", "data:/data:ro:ro"]) {
    expect(() => volumeAt(wrong)).toThrow("data:/data:ro");
  }
});
