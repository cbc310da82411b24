import { expect, test } from "vitest";
import { documentedStatus, isFinal, mayBeCharged, mayMove, TASK_STATES } from "~/compute/task-states";

test.each([
  ["queued", "unknown", false, false],
  ["placing", "unknown", false, false],
  ["starting", "unknown", false, false],
  ["running", "running", true, false],
  ["incident", "unknown", true, false],
  ["stopping", "unknown", true, false],
  ["finished", "unknown", false, true],
  ["killed", "killed", false, true],
  ["failed", "killed", false, true],
  ["lost", "killed", false, true],
] as const)("%s is shown as %s (6.3)", (state, status, charged, final) => {
  expect(documentedStatus(state)).toBe(status);
  expect(mayBeCharged(state)).toBe(charged);
  expect(isFinal(state)).toBe(final);
});

test("nothing leaves a final state, and every other state has a way to one", () => {
  const ends = new Set(TASK_STATES.filter(isFinal));
  for (const state of ends) expect(TASK_STATES.some((to) => mayMove(state, to))).toBe(false);
  const reaches = new Set<string>(ends);
  for (let round = 0; round < TASK_STATES.length; round += 1) {
    for (const from of TASK_STATES)
      if (TASK_STATES.some((to) => mayMove(from, to) && reaches.has(to))) reaches.add(from);
  }
  expect([...reaches].sort()).toEqual([...TASK_STATES].sort());
});

test.each([
  ["queued", "running"],
  ["queued", "stopping"],
  ["running", "placing"],
  ["running", "killed"],
  ["running", "lost"],
  ["incident", "placing"],
  ["stopping", "running"],
  ["stopping", "lost"],
] as const)("no task goes from %s to %s", (from, to) => {
  expect(mayMove(from, to)).toBe(false);
});
