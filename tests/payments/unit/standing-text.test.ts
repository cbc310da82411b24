import { describe, expect, test } from "vitest";
import type { AutoTopUpShown } from "~/payments/inside/auto-top-up/auto-top-up";
import { isOn, standingText } from "~/payments/screens/auto-top-up/standing-text";

function shown(given: Partial<AutoTopUpShown>): AutoTopUpShown {
  return {
    state: "watching",
    settings: { threshold: "10.00", amount: "50.00", month_cap: "500.00" },
    monthText: "$0.00",
    capped: false,
    dayLimited: false,
    paused: null,
    declines: 0,
    message: "",
    tryAfterTs: null,
    askingTopupId: null,
    card: null,
    ...given,
  };
}

describe("The label of automatic top-up shows its present state", () => {
  test.each<[Partial<AutoTopUpShown>, string, string]>([
    [{}, "On", "ok"],
    [{ state: "off", paused: "disputed" }, "Off", "neutral"],
    [{ state: "stopped", paused: "disputed", capped: true }, "Switched itself off", "danger"],
    [{ paused: "disputed" }, "Paused", "warn"],
    [{ paused: "suspended", capped: true, dayLimited: true }, "Paused", "warn"],
    [{ state: "resting", paused: "disputed" }, "Paused", "warn"],
    // A top-up in progress runs its course.
    [{ state: "charging", paused: "disputed" }, "Charging now", "accent"],
    [{ state: "asking", paused: "disputed" }, "Waiting for your bank", "warn"],
    [{ capped: true, dayLimited: true }, "Cap reached", "warn"],
    [{ dayLimited: true }, "Daily limit reached", "warn"],
    [{ state: "resting" }, "Waiting", "warn"],
    [{ state: "resting", declines: 1, dayLimited: true, capped: true }, "Declined, retrying", "warn"],
  ])("%j: %s", (given, word, tone) => {
    expect(standingText(shown(given))).toEqual({ word, tone });
  });

  test("and paused, it is still on: it can be changed and switched off", () => {
    expect(isOn(shown({ paused: "disputed" }))).toBe(true);
  });
});
