import { expect, test } from "vitest";
import { dayBars, upShare, upText } from "~/fleet/screens/status/day-bars";

const NOON = Date.UTC(2024, 0, 31, 12);
const day = (well: number, degraded: number, down: number, date = "2024-01-31") => ({
  day: date,
  well,
  degraded,
  down,
});

test("the last bar is today, the first is the given number of days ago, and unknown days fill the gaps", () => {
  const bars = dayBars([day(1440, 0, 0, "2024-01-29"), day(700, 0, 0)], { count: 4, atMs: NOON });
  expect(bars.map((bar) => [bar.day, bar.state])).toEqual([
    ["2024-01-28", "unknown"],
    ["2024-01-29", "well"],
    ["2024-01-30", "unknown"],
    ["2024-01-31", "well"],
  ]);
});

test.each([
  [day(1440, 0, 0), "well", "100%"],
  [day(1439, 1, 0), "degraded", "100%"],
  [day(1439, 0, 1), "down", "99.93%"],
  [day(0, 0, 9), "down", "0.00%"],
  [day(0, 0, 0), "unknown", "no data"],
])("a day of %o is %s, %s up", (one, state, text) => {
  expect(dayBars([one], { count: 1, atMs: NOON })[0]?.state).toBe(state);
  expect(upText(upShare([one]))).toBe(text);
});

test("one minute of 90 days does not round up to the whole time", () => {
  expect(upText(upShare([day(129_599, 0, 1)]))).toBe("99.99%");
});
