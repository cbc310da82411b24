import { expect, test } from "vitest";
import { legacyAnswers, spentOf } from "../../../../worker/engines/slurm/answers";

/** A run in accounting, as 22.05.8 tells it. */
const run = (current: string, elapsed: number, more: { end?: number; nodes?: string } = {}) => ({
  job_id: 1,
  name: "mr-a-1",
  nodes: more.nodes ?? "n1",
  state: { current, reason: "None" },
  time: { submission: 1_795_764_128, start: 1_795_764_128, end: more.end ?? 1_795_764_134, elapsed },
});

const spent = (...jobs: object[]) => spentOf(legacyAnswers.past.parse({ jobs }).jobs);

test("a job that its site started again has a run for each start, and all count", () => {
  expect(spent(run("REQUEUED", 6), run("CANCELLED", 7))).toEqual({ seconds: 13, isOpen: false });
});

test("a run without an end is open, unless it waits for its start", () => {
  expect(spent(run("REQUEUED", 6), run("RUNNING", 37, { end: 0 }))).toEqual({ seconds: 43, isOpen: true });
  expect(spent(run("REQUEUED", 6), run("PENDING", 0, { end: 0, nodes: "None assigned" }))).toEqual({
    seconds: 6,
    isOpen: false,
  });
});

test("a job that never ran has no time, whatever accounting says between its submission and its end", () => {
  expect(spent(run("CANCELLED", 90, { nodes: "None assigned" }))).toEqual({ seconds: 0, isOpen: false });
});
