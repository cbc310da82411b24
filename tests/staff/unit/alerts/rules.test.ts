import { describe, expect, test } from "vitest";
import { titleOf } from "~/staff/inside/alerts/alert-words";
import { checkRuleFields } from "~/staff/inside/alerts/check-rule-fields";
import { dueKind, planMessages, type Telling } from "~/staff/inside/alerts/plan-messages";
import { isQuiet } from "~/staff/inside/alerts/is-quiet";
import { isInScope, ruleSentence } from "~/staff/inside/alerts/rule";
import { Refusal } from "~/platform/refusal";

const at = (time: string) => new Date(`2026-07-01T${time}:00Z`);
const NO_QUIET = { quietFrom: null, quietTo: null, quietZone: "UTC" };
const NIGHT = { quietFrom: 22 * 60, quietTo: 7 * 60, quietZone: "Europe/Berlin" };
const HOT: Parameters<typeof ruleSentence>[0] = {
  ...NO_QUIET,
  figure: "gpu.temperature",
  comparison: "above",
  threshold: 90,
  forMinutes: 10,
  scope: "cluster",
  scopeValue: "fra1",
  severity: "critical",
  remindMinutes: 30,
  channels: ["Operators and admins"],
};

describe("A rule in words", () => {
  test("says what, for how long, where, and who is told", () => {
    expect(ruleSentence(HOT)).toBe(
      "Critical when GPU temperature is above 90 °C for 10 minutes on any node of fra1; tells Operators and admins, and again each 30 minutes until somebody acknowledges it.",
    );
    const dead = {
      ...HOT,
      figure: "node.dead",
      comparison: "is",
      threshold: 0,
      forMinutes: 0,
      scope: "all",
      scopeValue: "",
    } as const;
    expect(ruleSentence({ ...dead, ...NIGHT, severity: "warning", channels: ["A", "B", "C"] })).toBe(
      "Warning when a node is dead; tells A, B and C, after the quiet hours if it opens between 22:00 and 07:00 (Europe/Berlin).",
    );
    expect(ruleSentence({ ...dead, scope: "rack", scopeValue: "R1", severity: "warning", channels: ["A"] })).toBe(
      "Warning when a node is dead in rack R1; tells A.",
    );
    expect(
      ruleSentence({ ...dead, figure: "money.differences", comparison: "above", severity: "info", channels: [] }),
    ).toBe("Info when open differences of the checks of money are above 0; tells nobody, and is on this screen only.");
  });

  test("is limited to a label as the list of nodes is: a key finds all its values (21.1)", () => {
    const sample = { cause: "node:a", label: "a", value: 1, cluster: "fra1", labels: ["generation=2024", "water"] };
    const isFound = (scopeValue: string) => isInScope({ scope: "label", scopeValue }, sample);
    expect(["generation", "generation=2024", "water"].filter(isFound)).toHaveLength(3);
    expect(["generation=2025", "2024", "wat"].filter(isFound)).toEqual([]);
  });

  test("names one thing, or how many there are", () => {
    const of = { rule: "A node is dead", figure: "node.dead", severity: "critical", cluster: "fra1" } as const;
    expect(titleOf({ ...of, total: 1, causes: [{ label: "fra1-03", value: 1 }] })).toBe(
      "Critical: A node is dead: fra1-03",
    );
    expect(titleOf({ ...of, total: 40, causes: [{ label: "fra1-03", value: 1 }] })).toBe(
      "Critical: A node is dead: 40 nodes of fra1",
    );
  });
});

describe("Quiet hours (21.5)", () => {
  test("follow the clock of their zone, over midnight", () => {
    // Berlin is two hours ahead of UTC in July.
    expect(["19:59", "20:00", "23:30", "04:59", "05:00"].map((time) => isQuiet(NIGHT, at(time)))).toEqual([
      ...[false, true, true, true, false],
    ]);
    expect(isQuiet({ ...NIGHT, quietFrom: 60, quietTo: 120, quietZone: "UTC" }, at("01:30"))).toBe(true);
    expect(isQuiet(NO_QUIET, at("01:30"))).toBe(false);
  });

  test("hold back what is not critical, and one digest tells of what is still open after them", () => {
    const waiting = (alertId: number): Telling => ({
      ...{ ...NIGHT, alertId, severity: "warning", openedAt: at("01:00"), newestAt: at("01:00"), resolvedAt: null },
      ...{ isAcknowledged: false, remindMinutes: null, lastAt: null, overAt: null },
    });
    expect(dueKind(waiting(1), at("02:00"))).toBeNull();
    expect(dueKind({ ...waiting(1), severity: "critical" }, at("02:00"))).toBe("opened");
    const over = { ...waiting(3), resolvedAt: at("03:00") };
    const plan = (forPrograms: boolean) =>
      planMessages([waiting(1), waiting(2), over], { room: 20, forPrograms, now: at("05:00") }).map(
        ({ kind, tellings }) => [kind, tellings.map(({ alertId }) => alertId)],
      );
    expect(plan(false)).toEqual([["digest", [1, 2]]]);
    expect(plan(true)).toEqual([
      ["opened", [1]],
      ["opened", [2]],
    ]);
  });
});

describe("An alert that was told (21.5)", () => {
  const told: Telling = {
    ...{
      ...NO_QUIET,
      alertId: 1,
      severity: "critical",
      openedAt: at("01:00"),
      newestAt: at("01:00"),
      resolvedAt: null,
    },
    ...{ isAcknowledged: false, remindMinutes: 60, lastAt: at("01:00"), overAt: null },
  };

  test("is told again while nobody acknowledges it, and half an hour after it grew", () => {
    expect(dueKind(told, at("01:59"))).toBeNull();
    expect(dueKind(told, at("02:00"))).toBe("reminder");
    expect(dueKind({ ...told, isAcknowledged: true }, at("02:00"))).toBeNull();
    expect(dueKind({ ...told, severity: "warning" }, at("02:00"))).toBeNull();
    expect(dueKind({ ...told, newestAt: at("01:01"), isAcknowledged: true }, at("01:29"))).toBeNull();
    expect(dueKind({ ...told, newestAt: at("01:01"), isAcknowledged: true }, at("01:30"))).toBe("more");
  });

  test("ends once, also beyond the limit of a channel that keeps a state", () => {
    const over = { ...told, resolvedAt: at("01:10") };
    expect(dueKind(over, at("01:10"))).toBe("over");
    expect(dueKind({ ...over, overAt: at("01:10") }, at("01:11"))).toBeNull();
    expect(planMessages([over], { room: 0, forPrograms: true, now: at("01:10") })).toHaveLength(1);
    expect(planMessages([over], { room: 0, forPrograms: false, now: at("01:10") })).toHaveLength(0);
  });
});

describe("The fields of a rule", () => {
  const fields = {
    ...{
      name: "Hot",
      figure: "gpu.temperature",
      comparison: "above",
      threshold: "90",
      for_minutes: "10",
      scope: "all",
    },
    ...{
      scope_value: "",
      severity: "warning",
      remind_minutes: "",
      quiet_from: "",
      quiet_to: "",
      quiet_zone: "",
      channels: [],
    },
  };
  const faults = (given: object) => {
    try {
      checkRuleFields({ ...fields, ...given });
      return [];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return Object.keys(error.details.fields ?? {});
    }
  };

  test("are refused each with what to type", () => {
    expect(faults({})).toEqual([]);
    expect(faults({ name: " ", figure: "x" })).toEqual(["name", "figure"]);
    expect(["", "hot", "1e9", "90 C"].map((threshold) => faults({ threshold })[0])).toEqual(Array(4).fill("threshold"));
    expect(["-1", "x", "10081"].map((for_minutes) => faults({ for_minutes })[0])).toEqual(Array(3).fill("for_minutes"));
    expect(faults({ remind_minutes: "4" })).toEqual(["remind_minutes"]);
    expect(faults({ quiet_from: "22:00" })).toEqual(["quiet_from"]);
    expect(faults({ quiet_from: "22:00", quiet_to: "22:00" })).toEqual(["quiet_from"]);
    expect(faults({ quiet_zone: "Europe/Atlantis" })).toEqual(["quiet_zone"]);
    expect(faults({ scope: "rack" })).toEqual(["scope_value"]);
    expect(faults({ figure: "money.top-ups", scope: "rack", scope_value: "R1" })).toEqual(["scope"]);
    expect(faults({ channels: ["x"] })).toEqual(["channels"]);
  });

  test("of a state have no number", () => {
    const { comparison, threshold } = checkRuleFields({ ...fields, figure: "node.dead", threshold: "" });
    expect({ comparison, threshold }).toEqual({ comparison: "is", threshold: 0 });
  });
});
