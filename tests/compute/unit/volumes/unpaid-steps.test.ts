import fc from "fast-check";
import { expect, test } from "vitest";
import { deletionAt, dueStep, type UnpaidVolume } from "~/compute/inside/volumes/unpaid-steps";
import { statesBefore, VOLUME_MOVES, VOLUME_STATES } from "~/compute/volume-states";

const DAY_MS = 86_400_000;
const SINCE = new Date("2026-03-01T10:00:00Z");
const after = (days: number) => new Date(SINCE.getTime() + days * DAY_MS);
const fresh: UnpaidVolume = { unpaidAt: SINCE, warnedDays: 14, warnedAt: SINCE };

test("warnings come 7 days and 1 day before the end, and the end after 14 days", () => {
  expect(dueStep(fresh, after(6.9))).toBeNull();
  expect(dueStep(fresh, after(7))).toEqual({ warn: 7 });
  const warned = { ...fresh, warnedDays: 7, warnedAt: after(7) };
  expect(dueStep(warned, after(12.9))).toBeNull();
  expect(dueStep(warned, after(13))).toEqual({ warn: 1 });
  const last = { ...fresh, warnedDays: 1, warnedAt: after(13) };
  expect(dueStep(last, after(13.9))).toBeNull();
  expect(dueStep(last, after(14))).toBe("delete");
});

test("after an outage of ours no data is deleted without a day's warning", () => {
  expect(dueStep(fresh, after(40))).toEqual({ warn: 1 });
  const late = { ...fresh, warnedDays: 1, warnedAt: after(40) };
  expect(dueStep(late, after(40.9))).toBeNull();
  expect(dueStep(late, after(41))).toBe("delete");
});

test("whenever the watch runs, each warning is given at most once, in order, the last a day or more before the end", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 * DAY_MS }), { maxLength: 60 }), (waits) => {
      let volume = fresh;
      let nowMs = SINCE.getTime();
      const given: number[] = [];
      for (const wait of waits) {
        nowMs += wait;
        const now = new Date(nowMs);
        const step = dueStep(volume, now);
        if (step === "delete") {
          expect(given.at(-1)).toBe(1);
          expect(nowMs - volume.warnedAt.getTime()).toBeGreaterThanOrEqual(DAY_MS);
          expect(nowMs - SINCE.getTime()).toBeGreaterThanOrEqual(14 * DAY_MS);
          expect(now >= deletionAt(volume)).toBe(true);
          return;
        }
        if (step) {
          given.push(step.warn);
          volume = { ...volume, warnedDays: step.warn, warnedAt: now };
        }
        expect(dueStep(volume, now)).toBeNull();
      }
      expect(given).toEqual([7, 1].filter((days) => given.includes(days)));
    }),
  );
});

test("a deleted volume stays deleted, and only volumes being deleted get there", () => {
  expect(VOLUME_MOVES.deleted).toEqual([]);
  expect(statesBefore("deleted")).toEqual(["deleting"]);
  for (const state of VOLUME_STATES) expect(VOLUME_MOVES[state]).not.toContain(state);
});
