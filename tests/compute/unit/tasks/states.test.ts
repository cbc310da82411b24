import { expect, test } from "vitest";
import { isFinal, mayBeCharged, mayMove, TASK_STATES } from "~/compute/task-states";

test.each([
  ["queued", false, false],
  ["placing", false, false],
  ["starting", false, false],
  ["running", true, false],
  ["incident", true, false],
  ["stopping", true, false],
  ["finished", false, true],
  ["killed", false, true],
  ["failed", false, true],
  ["lost", false, true],
] as const)("%s is either charged or not, and either final or not", (state, charged, final) => {
  expect(mayBeCharged(state)).toBe(charged);
  expect(isFinal(state)).toBe(final);
});

test("a final state has no exit, and every other state leads to one", () => {
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
