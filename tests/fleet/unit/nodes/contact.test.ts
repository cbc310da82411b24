import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contactLimits,
  isCalm,
  judgeContact,
  type NodeContact,
  scoreAt,
  STEADY,
} from "~/fleet/inside/nodes/contact/judge-contact";
import { type FleetStep, judgeFleet, type Silence } from "~/fleet/inside/nodes/contact/judge-fleet";
import { INCIDENT_GRACE_S } from "~/compute/review-task";

const THRESHOLD_S = 20;
const at = (second: number) => new Date(Date.parse("2026-03-01T12:00:00Z") + second * 1000);

interface Run {
  /** Number of times that the node started or stopped getting tasks. */
  changes: number;
  suspects: number;
  longestSilence: number;
  last: NodeContact;
}

/** A node whose reports, one every 5 s, arrive or are lost, judged each second. */
function run(arrives: readonly boolean[], ours = false): Run {
  let contact = STEADY;
  let heardAt = 0;
  const seen: Run = { changes: 0, suspects: 0, longestSilence: 0, last: STEADY };
  for (let second = 0; second < arrives.length * 5; second += 1) {
    if (second % 5 === 0 && arrives[second / 5]) heardAt = second;
    const silentSeconds = second - heardAt;
    const next = judgeContact(contact, { silentSeconds, thresholdSeconds: THRESHOLD_S, ours }, at(second));
    if (isCalm(next) !== isCalm(contact)) seen.changes += 1;
    if (next.contact === "suspect" && contact.contact !== "suspect") seen.suspects += 1;
    seen.longestSilence = Math.max(seen.longestSilence, silentSeconds);
    contact = next;
  }
  return { ...seen, last: contact };
}

/** An hour of a connection that loses packets: single ones, in bursts, or hardly any. */
const lossyHour = fc
  .tuple(
    fc.double({ min: 0, max: 0.7, noNaN: true }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 720, maxLength: 720 }),
  )
  .map(([loss, dice]) => dice.map((one) => one >= loss));
const burstyHour = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 })), { minLength: 20, maxLength: 60 })
  .map((stretches) =>
    stretches
      .flatMap(([good, bad]) => [...Array(good).fill(true), ...Array(bad).fill(false)] as boolean[])
      .slice(0, 720),
  );

describe("A node on a line that loses reports", () => {
  test("is never given up for it, and switches between taking and not taking tasks a few times an hour at most", () => {
    fc.assert(
      fc.property(fc.oneof(lossyHour, burstyHour), (arrives) => {
        const { changes, longestSilence } = run(arrives);
        // A task is given up after 15 minutes without a report (B9), and no connection that loses packets is silent for
        // that long.
        expect(longestSilence).toBeLessThan(INCIDENT_GRACE_S);
        // The worst case without ever flapping: twice at once, a third time when the score of 2 has fallen to 1.5 after
        // 4 minutes, and then each time that 2.5 has fallen that far, after 7: ten times in an hour.
        expect(changes).toBeLessThanOrEqual(20);
      }),
      { numRuns: 60 },
    );
  });

  test("that loses single reports is steady all the time", () => {
    const arrives = Array.from({ length: 720 }, (_, index) => index % 2 === 0);
    expect(run(arrives)).toMatchObject({ changes: 0, suspects: 0 });
  });

  test("is judged late, suspect and steady again in that order, and settles before it gets tasks", () => {
    const silence = (silentSeconds: number, before: NodeContact, second: number) =>
      judgeContact(before, { silentSeconds, thresholdSeconds: THRESHOLD_S, ours: false }, at(second));
    const late = silence(10, STEADY, 10);
    expect(late).toMatchObject({ contact: "late", flapScore: 0 });
    expect(isCalm(late)).toBe(true);
    const suspect = silence(15, late, 15);
    expect(suspect).toMatchObject({ contact: "suspect", flapScore: 1, lateAt: at(10) });
    const back = silence(0, suspect, 18);
    expect(isCalm(back)).toBe(false);
    expect(silence(4, back, 32).contact).toBe("suspect");
    expect(silence(0, back, 33)).toMatchObject({ contact: "steady", lateAt: null });
    expect(silence(11, back, 30)).toMatchObject({ contact: "suspect", backAt: null, flapScore: 1 });
  });

  test("that fell silent three times within minutes gets no tasks until it was calm for long", () => {
    const stretch = [...(Array(6).fill(true) as boolean[]), ...(Array(4).fill(false) as boolean[])];
    const wild = run([...stretch, ...stretch, ...stretch, true]);
    expect(wild.last.flapping).toBe(true);
    const minutes = (count: number) => Array(count * 12).fill(true) as boolean[];
    const calmer = (count: number) => run([...stretch, ...stretch, ...stretch, ...minutes(count)]).last;
    expect(isCalm(calmer(5))).toBe(false);
    expect(isCalm(calmer(20))).toBe(true);
    expect(scoreAt(calmer(20), at(20 * 60))).toBeLessThan(1);
  });

  test("has nothing counted against it while its whole cluster is silent", () => {
    const stretch = [...(Array(6).fill(true) as boolean[]), ...(Array(60).fill(false) as boolean[])];
    expect(run([...stretch, ...stretch, ...stretch, true, true], true).last).toMatchObject({
      contact: "steady",
      flapping: false,
      flapScore: 0,
    });
  });

  test("is never late after it is Dead, whatever its own threshold", () => {
    for (const threshold of [5, 10, 20, 60, 3600]) {
      const { lateS, suspectS } = contactLimits(threshold);
      expect(lateS).toBeLessThanOrEqual(suspectS);
      expect(suspectS).toBeLessThanOrEqual(threshold);
    }
  });
});

describe("A cluster that falls silent", () => {
  const settings = { share: 0.2, nodes: 3, deadAfterSeconds: 1800 };
  const judge = (open: Silence | null, silent: number, second: number, all = 10, fresh = silent) =>
    judgeFleet(open, { all, silent, fresh }, settings, at(second));
  const begun: Silence = { beganAt: at(0), backAt: null, givenUpAt: null };

  test.each([
    [10, 3, "begin"],
    [10, 2, null],
    [3, 3, "begin"],
    [2, 2, null],
    [20, 4, null],
    [20, 5, "begin"],
    [1000, 200, null],
    [1000, 201, "begin"],
  ])("of %i nodes %i at once: %s", (all, silent, step) => expect(judge(null, silent, 0, all)).toBe(step));

  test("one after the other over minutes are single nodes", () => {
    expect(judge(null, 8, 0, 10, 2)).toBeNull();
  });

  test("is over once it has reported for half a minute, however unsteady the line was before", () => {
    expect(judge(begun, 1, 10)).toBe("back");
    const back = { ...begun, backAt: at(10) };
    expect(judge(back, 0, 39)).toBeNull();
    expect(judge(back, 7, 20)).toBe("away");
    expect(judge(back, 0, 40)).toBe("end");
  });

  test("that stays silent is given up once", () => {
    expect(judge(begun, 10, 1799)).toBeNull();
    expect(judge(begun, 10, 1800)).toBe("give-up");
    expect(judge({ ...begun, givenUpAt: at(1800) }, 10, 1900, 10, 0)).toBeNull();
  });

  test("that was given up, with some nodes never back, is our network again the next time", () => {
    const givenUp = { ...begun, givenUpAt: at(1800) };
    expect(judge(givenUp, 3, 90_000, 10, 0)).toBeNull();
    expect(judge(givenUp, 5, 90_000, 10, 2)).toBeNull();
    expect(judge(givenUp, 10, 90_000, 10, 7)).toBe("begin");
  });

  test("has one alarm and at most one all-clear, whatever changes within half a minute", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 4, maxLength: 60 }), (stretches) => {
        let open = null as Silence | null;
        const told: FleetStep[] = [];
        let second = 0;
        for (const [index, length] of stretches.entries()) {
          for (let step = 0; step < length; step += 1, second += 1) {
            const next = judge(open, index % 2 === 0 ? 9 : 0, second);
            if (next === "begin" || next === "end") told.push(next);
            if (next === "begin") open = { beganAt: at(second), backAt: null, givenUpAt: null };
            else if (open && next === "back") open = { ...open, backAt: at(second) };
            else if (open && next === "away") open = { ...open, backAt: null };
            else if (next === "end") open = null;
          }
        }
        expect(told).toEqual(["begin"]);
      }),
      { numRuns: 60 },
    );
  });
});
