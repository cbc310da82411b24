import fc from "fast-check";
import { expect, test } from "vitest";
import { limitKey } from "~/money/limit-key";
import { FundsLeft } from "~/compute/inside/capacity/funds";

const rich = new Map([[1, { availableUnits: 10n ** 12n, committedPph: 0 }]]);
const task = (startedBy: number | null, pph = 0) => ({ tenantId: 1, startedBy, again: false, pph });

test("a member's limit restricts only tasks that this member starts", () => {
  const funds = new FundsLeft(
    rich,
    new Map([[limitKey("member", 1, 7), { availableUnits: 600n * 100n, committedPph: 0 }]]),
  );
  expect(funds.cover(task(7), 100)).toBe(true);
  expect(funds.cover(task(7), 101)).toBe(false);
  expect(funds.isWithinLimit(task(7), 101)).toBe(false);
  for (const other of [8, null]) expect(funds.cover(task(other), 100_000)).toBe(true);
});

test("each placed task counts for the next one of the same member", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 2000 }),
      (sizes, left) => {
        const funds = new FundsLeft(
          rich,
          new Map([[limitKey("member", 1, 7), { availableUnits: 600n * BigInt(left), committedPph: 0 }]]),
        );
        let taken = 0;
        for (const pph of sizes) {
          if (!funds.cover(task(7), pph)) expect(taken + pph).toBeGreaterThan(left);
          else {
            funds.commit(task(7), pph);
            taken += pph;
          }
        }
        expect(taken).toBeLessThanOrEqual(left);
      },
    ),
  );
});

test("a member's limit and both of a key count together, and each task counts against all that apply to it", () => {
  const rest = fc.integer({ min: 0, max: 2000 });
  const begun = fc.record({
    pph: fc.integer({ min: 1, max: 500 }),
    startedBy: fc.constantFrom(7, 8),
    keyed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(begun, { maxLength: 12 }), rest, rest, rest, (tasks, ofMember, ofDay, ofTotal) => {
      const left = {
        [limitKey("member", 1, 7)]: ofMember,
        [limitKey("key_day", 1, 5)]: ofDay,
        [limitKey("key_total", 1, 5)]: ofTotal,
      };
      const limits = Object.entries(left).map(
        ([key, pph]) => [key, { availableUnits: 600n * BigInt(pph), committedPph: 0 }] as const,
      );
      const funds = new FundsLeft(rich, new Map(limits));
      for (const { pph, startedBy, keyed } of tasks) {
        const one = { ...task(startedBy), keyLineId: keyed ? 5 : null };
        const names = [
          ...(startedBy === 7 ? [limitKey("member", 1, 7)] : []),
          ...(keyed ? [limitKey("key_day", 1, 5), limitKey("key_total", 1, 5)] : []),
        ];
        const fits = names.every((name) => (left[name] ?? 0) >= pph);
        expect([funds.cover(one, pph), funds.isWithinLimit(one, pph)]).toEqual([fits, fits]);
        if (!fits) continue;
        funds.commit(one, pph);
        for (const name of names) left[name] = (left[name] ?? 0) - pph;
      }
    }),
  );
});
