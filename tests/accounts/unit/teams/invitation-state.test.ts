import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterAct,
  type InvitationAct,
  type InvitationState,
  presentState,
} from "~/accounts/inside/teams/invitation-state";

const ACTS: InvitationAct[] = ["accept", "decline", "withdraw"];
const at = (ms: number) => new Date(1_700_000_000_000 + ms);

/** An invitation of 100 ms and the actions on it, each some time after the one before. */
const history = fc.array(fc.record({ act: fc.constantFrom(...ACTS), wait: fc.integer({ min: 0, max: 60 }) }), {
  maxLength: 8,
});

test("an invitation changes its state once, and never after its end", () => {
  fc.assert(
    fc.property(history, (acts) => {
      let stored: Exclude<InvitationState, "expired"> = "open";
      let nowMs = 0;
      let changes = 0;
      for (const { act, wait } of acts) {
        nowMs += wait;
        const state = presentState({ state: stored, expiresAt: at(100) }, at(nowMs));
        const next = afterAct(state, act);
        if (next === null) expect(state).not.toBe("open");
        else {
          changes += 1;
          stored = next;
          expect(nowMs).toBeLessThan(100);
        }
      }
      expect(changes).toBeLessThanOrEqual(1);
    }),
  );
});

test("it has ended at the very moment of its end", () => {
  expect(presentState({ state: "open", expiresAt: at(100) }, at(99))).toBe("open");
  expect(presentState({ state: "open", expiresAt: at(100) }, at(100))).toBe("expired");
  expect(presentState({ state: "accepted", expiresAt: at(100) }, at(500))).toBe("accepted");
});
