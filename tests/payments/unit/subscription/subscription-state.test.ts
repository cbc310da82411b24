import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMES_FROM, type SubscriptionStatus } from "~/payments/subscription-states";
import { advance, isEnded, isRunning, type SubscriptionState } from "~/payments/inside/subscription/subscription-state";

const WORDS = [
  ...["incomplete", "incomplete_expired", "active", "trialing", "past_due", "unpaid", "paused", "canceled"],
  "a word of a later version",
] as const;
const STATES: SubscriptionState[] = [
  ...(["requested", "incomplete", "active", "past_due", "canceled", "expired"] as const),
];

describe("A subscription follows the provider's status (6.4)", () => {
  test.each<[SubscriptionState, string, SubscriptionState, SubscriptionStatus | null]>([
    ["requested", "incomplete", "incomplete", null],
    ["requested", "active", "active", "active"],
    ["incomplete", "active", "active", "active"],
    ["incomplete", "incomplete_expired", "expired", null],
    ["incomplete", "canceled", "expired", null],
    ["active", "active", "active", "active"],
    ["active", "past_due", "past_due", "past_due"],
    ["past_due", "active", "active", "active"],
    ["past_due", "unpaid", "canceled", "canceled"],
    ["past_due", "canceled", "canceled", "canceled"],
    ["active", "canceled", "canceled", "canceled"],
    ["expired", "incomplete", "expired", null],
    ["expired", "active", "active", "active"],
    ["active", "a word of a later version", "active", null],
  ])("%s + %s → %s, users %s", (from, word, to, status) => {
    expect(advance(from, word)).toEqual({ to, status });
  });

  test("after any history, repeated or out of order, the last report decides", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }), (words) => {
        const before = words.reduce<SubscriptionState>((state, word) => advance(state, word).to, "requested");
        expect(advance(before, "active").to).toBe("active");
        expect(advance(before, "past_due").to).toBe("past_due");
        expect(isEnded(advance(before, "canceled").to)).toBe(true);
      }),
    );
  });

  test("it never returns to waiting for the first payment, and a repeated report changes nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATES), fc.constantFrom(...WORDS), (from, word) => {
        const { to } = advance(from, word);
        if (from !== "requested" && from !== "incomplete") expect(to).not.toBe("incomplete");
        if (from !== "requested") expect(to).not.toBe("requested");
        expect(advance(to, word).to).toBe(to);
      }),
    );
  });

  test("users become PRO when it runs and FREE when it ends, by steps of their own state machine", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }), (words) => {
        let state: SubscriptionState = "requested";
        let user: SubscriptionStatus = "none";
        for (const word of words) {
          const { to, status } = advance(state, word);
          if (to !== state && status) {
            expect(COMES_FROM[status]).toContain(user);
            user = status;
          }
          state = to;
          expect(isRunning(state)).toBe(user === "active" || user === "past_due");
        }
      }),
    );
  });
});
