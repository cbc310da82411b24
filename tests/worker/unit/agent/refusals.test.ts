import { expect, test } from "vitest";
import { Refusals } from "../../../../worker/agent/refusals";

test("a refused key is logged once, and is retried more and more rarely, up to once a minute", () => {
  const refusals = new Refusals();
  expect(refusals.waitMs(0.5)).toBe(3_000);
  const told = Array.from({ length: 7 }, () => [refusals.note(), refusals.waitMs(0.5)]);
  expect(told).toEqual([
    [true, 3_000],
    ...[6_000, 12_000, 24_000, 48_000, 60_000, 60_000].map((waitMs) => [false, waitMs]),
  ]);
  refusals.forget();
  expect([refusals.waitMs(0), refusals.waitMs(1)]).toEqual([1_000, 5_000]);
  expect(refusals.note()).toBe(true);
});
