import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FundsNow, fundsWithTask } from "~/money/funds-with-task";
import { lastingOf } from "~/money/money-end";
import { timeLeft } from "~/money/time-left";

const DOLLAR = 360_000;
const funds = (given: Partial<FundsNow>): FundsNow => ({
  availableUnits: 0,
  committedPph: 0,
  atTs: 1_000,
  ...given,
});

describe("Before a start the customer sees", () => {
  test("how long the balance lasts for all tasks with the new one", () => {
    // 10 dollars at 95 + 285 units a second.
    const told = fundsWithTask(funds({ availableUnits: 10 * DOLLAR, committedPph: 95 }), 285);
    expect(told).toEqual({ lastsS: 9_473, endsTs: 10_473, covered: true, wantingCents: 0 });
  });

  test("that 10 minutes must be covered, to the unit (scenario 38, M27)", () => {
    expect(fundsWithTask(funds({ availableUnits: 600 * 190 }), 190)).toMatchObject({
      covered: true,
      wantingCents: 0,
    });
    const short = fundsWithTask(funds({ availableUnits: 600 * 190 - 1 }), 190);
    expect(short).toMatchObject({ covered: false, wantingCents: 1 });
    expect(fundsWithTask(funds({ availableUnits: -DOLLAR }), 60)).toMatchObject({
      lastsS: 0,
      wantingCents: 110,
    });
  });

  test("an amount that is enough once it is added", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
        fc.integer({ min: 0, max: 10 ** 6 }),
        fc.integer({ min: 1, max: 10 ** 6 }),
        (availableUnits, committedPph, pph) => {
          const { covered, wantingCents } = fundsWithTask(funds({ availableUnits, committedPph }), pph);
          expect(covered).toBe(wantingCents === 0);
          const added = (cents: number) =>
            fundsWithTask(funds({ availableUnits: availableUnits + cents * 3600, committedPph }), pph).covered;
          expect(added(wantingCents)).toBe(true);
          if (wantingCents > 0) expect(added(wantingCents - 1)).toBe(false);
        },
      ),
    );
  });
});

test("documented figures suffice to compute how long they last, never too long", () => {
  const now = new Date("2026-03-01T10:00:00.900Z");
  expect(lastingOf({ dollars_est: 45.1528, ongoing_pph: 190 }, now)).toEqual({
    seconds_left: 85_552,
    ends_ts: now.getTime() / 1000 - 0.9 + 85_552,
    low_balance: "24h",
  });
  expect(lastingOf({ dollars_est: 1, ongoing_pph: 0 }, now)).toEqual({
    seconds_left: null,
    ends_ts: null,
    low_balance: "none",
  });
  expect(lastingOf({ dollars_est: 0, ongoing_pph: 0 }, now).low_balance).toBe("zero");
});

test.each([
  [59, "0 min"],
  [3_599, "59 min"],
  [7_384, "2 h 3 min"],
  [90_000, "1 d 1 h"],
])("%i seconds are left: %s", (seconds, text) => {
  expect(timeLeft(seconds)).toBe(text);
});
