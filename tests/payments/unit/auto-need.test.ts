import { describe, expect, test } from "vitest";
import { centsToUnits, type Cents, asUnits } from "~/money/units";
import { autoNeed, type AutoFacts } from "~/payments/inside/auto-top-up/auto-need";
import { readAutoSettings } from "~/payments/inside/auto-top-up/auto-settings";
import { OFF } from "~/payments/inside/auto-top-up/auto-standing";

const NOW = new Date("2026-03-01T10:00:00Z");
const dollars = (amount: number) => BigInt(Math.round(amount * 100)) as Cents;

/** Threshold 10, amount 50, cap 200, with a card and a balance of 5 dollars. */
function facts(given: Partial<AutoFacts> = {}): AutoFacts {
  return {
    ...OFF,
    state: "watching",
    thresholdCents: dollars(10),
    cents: dollars(50),
    monthCapCents: dollars(200),
    availableUnits: centsToUnits(dollars(5)),
    underWayCents: dollars(0),
    monthCents: dollars(0),
    dayCents: dollars(0),
    paused: null,
    pmId: "pm_1",
    ...given,
  };
}

describe("An automatic top-up", () => {
  test.each<[string, Partial<AutoFacts>, string]>([
    ["is due below the threshold", {}, "charge"],
    ["is due for who owes money", { availableUnits: asUnits(-1n) }, "charge"],
    ["is not due at the threshold", { availableUnits: centsToUnits(dollars(10)) }, "none"],
    ["is due one unit below it", { availableUnits: asUnits(centsToUnits(dollars(10)) - 1n) }, "charge"],
    ["counts what is under way as if it were there", { underWayCents: dollars(5) }, "none"],
    ["is due when what is under way is not enough", { underWayCents: dollars(4.99) }, "charge"],
    ["fills the month's cap to the last cent", { monthCents: dollars(150) }, "charge"],
    ["never passes the month's cap", { monthCents: dollars(150.01) }, "capped"],
    ["keeps to the day's limit", { dayCents: dollars(19_950.01) }, "day_limit"],
    ["fills the day's limit to the last cent", { dayCents: dollars(19_950) }, "charge"],
    ["waits while a payment is disputed", { paused: "disputed" }, "none"],
    ["waits while an account is suspended", { paused: "suspended" }, "none"],
    ["says so when there is no card", { pmId: null }, "no_card"],
    ["does nothing when it is off", { state: "off" }, "none"],
    ["does nothing after it has stopped", { state: "stopped" }, "none"],
    ["does nothing while one is under way", { state: "charging", topupId: "t" }, "none"],
    ["does nothing in its rest", { state: "resting", tryAfter: new Date(NOW.getTime() + 1) }, "none"],
    ["is tried again after its rest", { state: "resting", tryAfter: NOW }, "charge"],
  ])("%s", (_what, given, need) => {
    expect(autoNeed(facts(given), NOW)).toBe(need);
  });
});

describe("The settings of automatic top-up", () => {
  test("are read to the cent, with a comma or a dollar sign too", () => {
    const { settings } = readAutoSettings({ threshold: "$7.5", amount: " 19,99 ", month_cap: "100" });
    expect(settings).toEqual({ thresholdCents: 750n, cents: 1999n, monthCapCents: 10_000n });
  });

  test.each([
    [{ threshold: "0.99" }, "threshold"],
    [{ threshold: "5000.01" }, "threshold"],
    [{ threshold: "" }, "threshold"],
    [{ amount: "4.99" }, "amount"],
    [{ amount: "5000.01" }, "amount"],
    [{ amount: "1e3" }, "amount"],
    [{ amount: "50.001" }, "amount"],
    [{ month_cap: "49.99" }, "month_cap"],
    [{ month_cap: "100000.01" }, "month_cap"],
    [{ month_cap: "-60" }, "month_cap"],
  ])("are refused at the field: %j", (given, field) => {
    const typed = { threshold: "10", amount: "50", month_cap: "500", ...given };
    expect(Object.keys(readAutoSettings(typed).fields ?? {})).toEqual([field]);
  });

  test("are refused together", () => {
    expect(Object.keys(readAutoSettings({ threshold: "", amount: "x", month_cap: "" }).fields ?? {})).toEqual([
      "threshold",
      "amount",
      "month_cap",
    ]);
  });
});
