import { expect, test } from "vitest";
import { eventLine } from "~/compute/inside/tasks/event-line";
import { exactSpan } from "~/compute/inside/tasks/exact-span";

test.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [759, "12 min 39 s"],
  [3600, "1 h"],
  [90_061, "1 d 1 h 1 min 1 s"],
])("%d seconds are %s", (seconds, text) => {
  expect(exactSpan(seconds)).toBe(text);
});

test.each([
  ["", "placing", "placed on 1 node, 2 GPUs", "Placing", "on 1 node, 2 GPUs"],
  ["", "queued", "accepted into the queue", "Queued", "accepted into the queue"],
  ["placing", "starting", "taken over by its nodes", "Starting", "taken over by its nodes"],
  ["starting", "running", "running, charged from now on", "Running", "charged from now on"],
  ["incident", "running", "running again, the gap is free", "Running again", "the gap is free"],
  ["running", "stopping", "killed by you", "Stopping", "killed by you"],
  ["stopping", "killed", "all placements have stopped", "Killed", "all placements have stopped"],
  ["running", "killed", "stopped: the disk is full", "Killed", "the disk is full"],
  ["running", "finished", "ended by itself, exit code 3", "Finished", "ended by itself, exit code 3"],
  ["queued", "killed", "removed from the queue", "Killed", "removed from the queue"],
  ["running", "lost", "", "Lost", ""],
  ["", "running", "", "Running", ""],
])("the first or a changed state, %s → %s with '%s'", (from, to, text, what, more) => {
  expect(eventLine({ from, to, text }, from === "")).toEqual({ what, more });
});

test.each([
  ["running", "running", "port 8888 opened", "Port 8888 opened"],
  ["running", "running", "web terminal closed on node 2", "Web terminal closed on node 2"],
  [
    "",
    "running",
    "its node did not report for 759 s, which are free",
    "Its node did not report for 12 min 39 s, which are free",
  ],
  [
    "running",
    "running",
    "changed: ends 3600 s after it began to run, no spend limit",
    "Changed: ends 1 h after it began to run, no spend limit",
  ],
  [
    "running",
    "running",
    "the machine has a fault: GPU 3 fell off the bus",
    "The machine has a fault: GPU 3 fell off the bus",
  ],
])("a remark without a change of state has no state: %s → %s with '%s'", (from, to, text, what) => {
  expect(eventLine({ from, to, text }, false)).toEqual({ what, more: "" });
});
