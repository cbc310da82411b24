import { describe, expect, it } from "vitest";
import { emptyByField, isEmptyBy } from "~/fleet/inside/nodes/drain-plan";
import { knownEnd, nodeFreeBy, type TaskOnNode } from "~/fleet/inside/nodes/free-by";
import { utcMoment } from "~/platform/utc-moment";

const NOW = new Date("2026-03-01T12:00:00Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe("The time by which a node has to be empty", () => {
  it.each([
    ["2026-03-01T12:30", "2026-03-01T12:30:00.000Z"],
    [" 2026-03-01 12:30 ", "2026-03-01T12:30:00.000Z"],
    ["2028-02-29T00:00", "2028-02-29T00:00:00.000Z"],
    ["2026-02-29T00:00", null],
    ["2026-03-01T24:30", null],
    ["2026-03-01", null],
    ["", null],
    ["tomorrow", null],
  ])("typed as '%s' is %s", (typed, moment) => expect(utcMoment(typed)?.toISOString() ?? null).toBe(moment));

  it("is shown again as typed", () => {
    expect(emptyByField(new Date("2026-03-01T12:30:00Z"))).toBe("2026-03-01T12:30");
  });

  it.each([
    [-60, false],
    [500, false],
    // The minute may have passed while the form was filled in.
    [545, true],
    [600, true],
    [30 * 86_400, true],
    [30 * 86_400 + 60, false],
  ])("%i seconds ahead: %s", (seconds, may) => expect(isEmptyBy(later(seconds), NOW)).toBe(may));
});

describe("When a node is free", () => {
  const task = (given: Partial<TaskOnNode> = {}): TaskOnNode => ({
    resv_guid: "g",
    task_name: "t",
    tenant_name: "tenant",
    state: "running",
    gpus: 1,
    gpus_all: 1,
    pph: 95,
    since_ts: 0,
    declared_ts: null,
    spend_ts: null,
    money_ts: null,
    auto_top_up: false,
    stopping_ts: null,
    ...given,
  });

  it.each([
    ["nothing is known", {}, null],
    ["it declares an end", { declared_ts: 50 }, { ts: 50, why: "declared" }],
    ["its money ends before that", { declared_ts: 50, money_ts: 40 }, { ts: 40, why: "money" }],
    ["its money comes by itself", { money_ts: 40, auto_top_up: true }, null],
    ["its spend limit comes first", { spend_ts: 30, declared_ts: 50, money_ts: 40 }, { ts: 30, why: "spend" }],
    ["it is stopping", { stopping_ts: 5, declared_ts: 50 }, { ts: 5, why: "stopping" }],
  ])("for a task where %s", (_, given, end) => expect(knownEnd(task(given))).toEqual(end));

  it("is the last of its tasks' ends, now without tasks, and unknown if one of them is", () => {
    expect(nodeFreeBy([])).toBe(0);
    expect(nodeFreeBy([task({ declared_ts: 50 }), task({ money_ts: 70 })])).toBe(70);
    expect(nodeFreeBy([task({ declared_ts: 50 }), task()])).toBeNull();
  });
});
