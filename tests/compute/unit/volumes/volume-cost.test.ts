import fc from "fast-check";
import { expect, test } from "vitest";
import { costUntil, coveredUntil } from "~/money/charge";
import { asUnits } from "~/money/units";
import { secondsCovered, unitsOfWeight, volumeCost } from "~/money/volume-cost";
import { dayDollars } from "~/compute/inside/volumes/volume-price";

const MONTH_S = 730 * 3600;

test("a month of 100 GB at 10 cents costs 10 dollars, to the unit", () => {
  expect(volumeCost({ monthCents: 1000n, weight: 0n, from: 0 }, MONTH_S)).toBe(1000n * 3600n);
});

test("a day costs 24 of 730 hours", () => {
  expect(dayDollars({ gb: 100, gbMonthCents: 10 })).toBe("$0.33");
  expect(dayDollars({ gb: 10, gbMonthCents: 10 })).toBe("$0.033");
});

test("however often a volume is charged, and however it grew, the total is rounded once", () => {
  const stretches = fc.array(
    fc.record({ monthCents: fc.bigInt(0n, 10_000_000n), seconds: fc.integer({ min: 0, max: 90_000 }) }),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(stretches, (given) => {
      let [weight, posted, exact] = [0n, 0n, 0n];
      for (const { monthCents, seconds } of given) {
        posted += volumeCost({ monthCents, weight, from: 0 }, seconds);
        weight += monthCents * BigInt(seconds);
        exact += monthCents * BigInt(seconds);
      }
      expect(posted).toBe(unitsOfWeight(exact));
    }),
  );
});

test("money ends at the last whole second that it covers for tasks and volumes together", () => {
  const task = fc.record({
    pph: fc.integer({ min: 1, max: 5000 }),
    from: fc.integer({ min: 0, max: 500 }),
    until: fc.constant(null),
  });
  const volume = fc.record({
    monthCents: fc.bigInt(1n, 10_000_000n),
    weight: fc.bigInt(0n, 1_000_000n),
    from: fc.integer({ min: 0, max: 500 }),
  });
  const latest = 5000;
  fc.assert(
    fc.property(
      fc.array(task, { maxLength: 4 }),
      fc.array(volume, { minLength: 1, maxLength: 4 }),
      fc.bigInt(0n, 50_000_000n),
      (tasks, volumes, balance) => {
        const end = coveredUntil(asUnits(balance), tasks, latest, volumes);
        expect(costUntil(tasks, end, volumes)).toBeLessThanOrEqual(balance);
        if (end < latest) expect(costUntil(tasks, end + 1, volumes)).toBeGreaterThan(balance);
      },
    ),
  );
});

test("the displayed time is never longer than the covered time, except for rounding", () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 9n),
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.bigInt(0n, 729n),
      (available, cents, weight) => {
        const left = secondsCovered(available, { pph: 0, volumeMonthCents: cents }) ?? 0;
        const cost = volumeCost({ monthCents: BigInt(cents), weight, from: 0 }, left);
        expect(cost).toBeLessThanOrEqual(available + 1n);
      },
    ),
  );
});
