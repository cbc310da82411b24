import fc from "fast-check";
import { expect, test } from "vitest";
import { askedRange, daysBefore, eachDay, momentsOf } from "~/platform/day-range";
import { M } from "~/messages";

const NOW = new Date("2024-01-31T13:23:04Z");
const asked = (query: string, usual: "30" | null = null) => askedRange(new URLSearchParams(query), NOW, usual);

test.each([
  ["range=today", { start: "2024-01-31", end: "2024-01-31" }],
  ["range=7", { start: "2024-01-25", end: "2024-01-31" }],
  ["range=90", { start: "2023-11-03", end: "2024-01-31" }],
  ["range=month", { start: "2024-01-01", end: "2024-01-31" }],
  ["range=8", null],
  ["", null],
  ["start_date=2024-01-03", { start: "2024-01-03", end: "2024-01-31" }],
  ["end_date=2024-01-03", { start: "2000-01-01", end: "2024-01-03" }],
  ["start_date=2024-01-03&end_date=2024-01-04&range=7", { start: "2024-01-03", end: "2024-01-04" }],
])("%j requests %j", (query, days) => {
  expect(asked(query)).toMatchObject({ days, problem: null });
});

test.each(["start_date=2024-02-30", "start_date=soon", "start_date=2024-01-04&end_date=2024-01-03"])(
  "%j is refused in words, keeps the typed values and shows the usual range",
  (query) => {
    const { days, problem, typed } = asked(query, "30");
    expect({ days, problem }).toEqual({ days: { start: "2024-01-02", end: "2024-01-31" }, problem: M.wrongPeriod });
    expect(new URLSearchParams(query).get("start_date")).toBe(typed.start_date);
  },
);

test.each([
  [
    { start: "0001-01-01", end: "9999-12-31" },
    { start: "0001-01-01", end: "0001-01-01" },
  ],
  [
    { start: "0001-01-03", end: "0001-01-09" },
    { start: "0001-01-01", end: "0001-01-02" },
  ],
])("before %j the calendar begins", (days, before) => {
  expect(daysBefore(days)).toEqual(before);
});

test("the days before are equally many, and end at the range's start", () => {
  const day = fc.date({ min: new Date("2001-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 800 }), (first, more) => {
      const start = first.toISOString().slice(0, 10);
      const end = new Date(Date.parse(start) + more * 86_400_000).toISOString().slice(0, 10);
      const before = daysBefore({ start, end });
      expect(eachDay(before)).toHaveLength(more + 1);
      expect(momentsOf(before).until).toEqual(momentsOf({ start, end }).from);
      expect(eachDay({ start, end }).at(-1)).toBe(end);
    }),
  );
});
