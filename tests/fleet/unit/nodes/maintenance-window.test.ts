import { describe, expect, test } from "vitest";
import { isWindow, nextStep, type OpenWindow } from "~/fleet/inside/nodes/maintenance/window";

const NOW = new Date("2026-03-01T12:00:00Z");
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

test.each([
  [0, 60, true],
  [-1, 60, true],
  [-10, 60, false],
  [60, 65, false],
  [60, 50, false],
  [90 * 1440, 90 * 1440 + 60, true],
  [91 * 1440, 91 * 1440 + 60, false],
  [0, 15 * 1440, false],
])("from minute %i to minute %i: %s", (from, to, may) => expect(isWindow(minutes(from), minutes(to), NOW)).toBe(may));

describe("A window that has begun", () => {
  const open: OpenWindow = {
    toAt: minutes(60),
    upgrade: true,
    autoReturn: true,
    drain: 1,
    empty: false,
    maintenance: null,
    selfTest: null,
    able: ["maintenance", "self-test"],
  };
  const step = (given: Partial<OpenWindow>, minute = 10) => nextStep({ ...open, ...given }, minutes(minute));

  test("goes to Upgrade once nothing holds the node, to its self-test once the command has passed, to Norm at its end", () => {
    expect(step({})).toBeNull();
    expect(step({ empty: true })).toBe("upgrade");
    const upgraded = { drain: 2, empty: true };
    expect(step(upgraded)).toBe("upgrade");
    expect(step({ ...upgraded, maintenance: "running" })).toBeNull();
    expect(step({ ...upgraded, maintenance: "passed" })).toBe("test");
    expect(step({ ...upgraded, maintenance: "passed", selfTest: "wanted" }, 61)).toBeNull();
    const ready = { ...upgraded, maintenance: "passed", selfTest: "passed" };
    expect(step(ready)).toBeNull();
    expect(step(ready, 60)).toBe("return");
  });

  test("does not return after a failed command or test, or while tasks delay the command", () => {
    expect(step({ drain: 2, empty: true, maintenance: "failed" }, 61)).toBeNull();
    expect(step({ drain: 2, empty: true, maintenance: "passed", selfTest: "failed" }, 61)).toBeNull();
    expect(step({}, 61)).toBeNull();
  });

  test("without commands of the agent returns at its end", () => {
    expect(step({ drain: 2, empty: true, able: [] }, 59)).toBeNull();
    expect(step({ drain: 2, empty: true, able: [] }, 60)).toBe("return");
  });

  test("that only drains tests the node at its end, or leaves the running tasks", () => {
    expect(step({ upgrade: false, empty: true }, 59)).toBeNull();
    expect(step({ upgrade: false, empty: true }, 60)).toBe("test");
    expect(step({ upgrade: false, empty: false }, 60)).toBe("return");
  });

  test("without the order to return ends in its present mode", () => {
    expect(step({ autoReturn: false, drain: 2, empty: true, maintenance: "passed" }, 59)).toBeNull();
    expect(step({ autoReturn: false }, 60)).toBe("end");
  });
});
