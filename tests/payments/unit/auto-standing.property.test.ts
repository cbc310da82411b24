import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterEvent,
  type AutoEvent,
  DECLINES_MAX,
  mayBegin,
  OFF,
  type Standing,
} from "~/payments/inside/auto-top-up/auto-standing";

const START = new Date("2026-03-01T10:00:00Z");
const HOUR_MS = 3_600_000;

const anEvent = fc.oneof(
  fc.constantFrom<AutoEvent>(
    { kind: "switched_on" },
    { kind: "switched_off" },
    { kind: "settled" },
    { kind: "needs_customer" },
    { kind: "no_card" },
  ),
  fc.uuid().map((topupId): AutoEvent => ({ kind: "begun", topupId })),
  fc.constant<AutoEvent>({ kind: "declined", message: "Your card was declined." }),
);
/** Events with the hours before each. */
const aHistory = fc.array(fc.record({ hours: fc.integer({ min: 0, max: 30 }), event: anEvent }), {
  maxLength: 40,
});

function walk(history: { hours: number; event: AutoEvent }[], look: (seen: Step) => void): void {
  let standing: Standing = OFF;
  let ms = START.getTime();
  for (const { hours, event } of history) {
    ms += hours * HOUR_MS;
    const now = new Date(ms);
    const after = afterEvent(standing, event, now);
    look({ before: standing, event, after, now });
    standing = after;
  }
}

interface Step {
  before: Standing;
  event: AutoEvent;
  after: Standing;
  now: Date;
}

describe("An automatic top-up after any history", () => {
  test("has an open top-up exactly while it charges or asks", () => {
    fc.assert(
      fc.property(aHistory, (history) =>
        walk(history, ({ after }) => {
          expect(after.topupId !== null).toBe(after.state === "charging" || after.state === "asking");
          expect(after.tryAfter !== null).toBe(after.state === "resting");
        }),
      ),
    );
  });

  test("never begins a second top-up while one is open, during a pause, or when it is off", () => {
    fc.assert(
      fc.property(aHistory, (history) =>
        walk(history, ({ before, after, now }) => {
          if (after.topupId === before.topupId || after.topupId === null) return;
          expect(before.topupId).toBeNull();
          expect(["watching", "resting"]).toContain(before.state);
          if (before.tryAfter) expect(before.tryAfter.getTime()).toBeLessThanOrEqual(now.getTime());
        }),
      ),
    );
  });

  test("stops at the third decline in a row and at no other, or without a card", () => {
    fc.assert(
      fc.property(aHistory, (history) => {
        let inARow = 0;
        walk(history, ({ before, event, after }) => {
          if (after.state === "watching" || after.state === "off") inARow = 0;
          if (event.kind === "declined" && before.topupId) inARow += 1;
          if (before.state === "stopped" || after.state !== "stopped") expect(inARow).toBeLessThanOrEqual(DECLINES_MAX);
          else if (event.kind !== "no_card") expect(inARow).toBe(DECLINES_MAX);
          if (after.state === "resting") expect(after.declines).toBe(inARow);
        });
      }),
    );
  });

  test("ignores a repeated outcome", () => {
    const outcome = anEvent.filter(({ kind }) => kind !== "begun");
    fc.assert(
      fc.property(aHistory, outcome, (history, event) => {
        let standing: Standing = OFF;
        let at = START;
        walk(history, ({ after, now }) => ([standing, at] = [after, now]));
        const once = afterEvent(standing, event, at);
        expect(afterEvent(once, event, at)).toEqual(once);
      }),
    );
  });
});

test("pauses after a decline for an hour, then six; the third switches it off", () => {
  const begin = (standing: Standing, now: Date) => afterEvent(standing, { kind: "begun", topupId: "t" }, now);
  const decline = (standing: Standing, now: Date) => afterEvent(standing, { kind: "declined", message: "no" }, now);
  const after = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
  const on = afterEvent(OFF, { kind: "switched_on" }, START);
  const first = decline(begin(on, START), START);
  expect(first).toMatchObject({ state: "resting", declines: 1, tryAfter: after(1), message: "no" });
  expect([mayBegin(first, after(0.99)), mayBegin(first, after(1))]).toEqual([false, true]);
  const second = decline(begin(first, after(1)), after(1));
  expect(second).toMatchObject({ state: "resting", declines: 2, tryAfter: after(7) });
  const third = decline(begin(second, after(7)), after(7));
  expect(third).toMatchObject({ state: "stopped", declines: 3, message: "no" });
  expect(afterEvent(third, { kind: "switched_on" }, after(8))).toMatchObject({
    state: "watching",
    declines: 0,
  });
});
