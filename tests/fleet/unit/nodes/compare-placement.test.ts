import { expect, test } from "vitest";
import type { ObservedTask } from "~/fleet/agent-messages";
import { comparePlacement, type ReportContext } from "~/compute/compare-placement";
import type { LockedPlacement } from "~/compute/locked-task";
import { ago, aPlacement, NOW, RUNNING } from "../../../compute/unit/tasks/a-task";
import { anObservedTask } from "../../../support/a-report";

const context: ReportContext = { ackedVersion: 7, newBoot: false, now: NOW };
const unknowing = { ...context, ackedVersion: 6 };
const booted = { ...context, ackedVersion: 0, newBoot: true };

const reported = (given: Partial<ObservedTask> = {}) =>
  anObservedTask("p1", { ssh_addr: "203.0.113.9:40001", ...given });

const STOPPING: Partial<LockedPlacement> = { ...RUNNING, run: false };
const REVOKED: Partial<LockedPlacement> = { ...RUNNING, run: false, state: "revoked", incident: true };
const AWAY: Partial<LockedPlacement> = { ...RUNNING, state: "interrupted", incident: true };

const cases: [string, Partial<LockedPlacement>, ObservedTask | undefined, ReportContext, object | null][] = [
  ["an unknown version says nothing", {}, undefined, unknowing, null],
  ["the version alone acknowledges", {}, undefined, context, { state: "acknowledged" }],
  ["what is listed is known", {}, reported({ state: "pulling" }), unknowing, { state: "acknowledged" }],
  ["pulling goes on", { state: "acknowledged" }, reported({ state: "pulling" }), context, null],
  ["running without SSH is not there yet", { state: "acknowledged" }, reported({ ssh_addr: "" }), context, null],
  ["it runs", { state: "acknowledged" }, reported(), context, { state: "running", runningAt: NOW }],
  ["it cannot start", {}, reported({ state: "error", message: "no image" }), context, { failedAt: NOW }],
  ["it ended before it ran", {}, reported({ state: "stopped" }), context, { state: "revoked", endedAt: NOW }],
  ["it still runs", RUNNING, reported(), context, null],
  ["it answers elsewhere", RUNNING, reported({ ssh_addr: "h:2" }), context, { sshAddr: "h:2" }],
  ["it ended", RUNNING, reported({ state: "stopped", exit_code: 0 }), context, { state: "stopped", exitCode: 0 }],
  ["it is gone", RUNNING, undefined, context, { state: "revoked", incident: true, endedAt: NOW }],
  ["an agent that knows nothing yet", RUNNING, undefined, unknowing, { state: "interrupted", incident: true }],
  ["it came back", AWAY, reported(), context, { state: "running", incident: false }],
  ["it did not come back yet", AWAY, undefined, unknowing, null],
  ["it is told to stop and runs", STOPPING, reported(), context, null],
  ["it has stopped as told", STOPPING, reported({ state: "stopped" }), context, { state: "stopped", endedAt: NOW }],
  ["it is not listed, but its agent was not told", STOPPING, undefined, unknowing, null],
  ["an error before it was told", STOPPING, reported({ state: "error" }), unknowing, null],
  ["an error once it was told", STOPPING, reported({ state: "error" }), context, { endedAt: NOW }],
  ["revoked by an incident, stopped", REVOKED, reported({ state: "stopped" }), context, { endedAt: NOW }],
  ["revoked and running", REVOKED, reported(), context, null],
  ["a boot, it is not listed", RUNNING, undefined, booted, { state: "revoked", incident: true, endedAt: NOW }],
  ["a boot, remembered as stopped", RUNNING, reported({ state: "stopped" }), booted, { state: "revoked" }],
  ["a boot before it was known", {}, undefined, booted, null],
  ["a boot while it started", { state: "acknowledged" }, undefined, booted, { state: "revoked", incident: false }],
];

test.each(cases)("%s", (_what, placement, task, given, expected) => {
  const patch = comparePlacement(aPlacement(placement), task, given);
  if (expected === null) expect(patch).toBeNull();
  else expect(patch).toMatchObject(expected);
});

test("a placement that leaves running keeps the second of the last report in which it ran (B2)", () => {
  const running = aPlacement({ ...RUNNING, nodeReportedAt: new Date(ago(5).getTime() + 700) });
  expect(comparePlacement(running, reported({ state: "stopped" }), context)).toMatchObject({
    seenRunningAt: ago(5),
  });
});

test("a repeated report changes nothing after the patch was applied", () => {
  for (const [, placement, task, given] of cases) {
    const before = aPlacement(placement);
    const after = { ...before, ...comparePlacement(before, task, given) };
    if (after.endedAt !== null || after.failedAt !== null) continue;
    expect(comparePlacement(after, task, { ...given, newBoot: false })).toBeNull();
  }
});
