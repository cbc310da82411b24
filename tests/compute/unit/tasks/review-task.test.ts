import { expect, test } from "vitest";
import type { LockedTask } from "~/compute/locked-task";
import { reviewTask } from "~/compute/review-task";
import { ago, aPlacement, aTask, NOW, RUNNING } from "./a-task";

const acknowledged = { state: "acknowledged" } as const;
const interrupted = { ...RUNNING, state: "interrupted", incident: true } as const;
const gone = { ...RUNNING, state: "revoked", run: false, incident: true, endedAt: NOW } as const;

const cases: [what: string, task: Partial<LockedTask>, expected: string | null][] = [
  ["queued for 29 days", { state: "queued", stateAt: ago(29 * 86400), placements: [] }, null],
  ["queued for 30 days", { state: "queued", stateAt: ago(30 * 86400), placements: [] }, "fail"],
  ["not acknowledged for 29 s", { placements: [aPlacement({ assignedAt: ago(29) })] }, null],
  ["not acknowledged for 30 s", { placements: [aPlacement({ assignedAt: ago(30) })] }, "place-again"],
  ["acknowledged by its node", { placements: [aPlacement(acknowledged)] }, "start"],
  ["acknowledged by half its gang", { placements: [aPlacement(acknowledged), aPlacement({ rank: 1 })] }, null],
  ["placing on a Dead node", { placements: [aPlacement({ nodeHealth: "dead" })] }, "place-again"],
  ["placing, refused by its node", { placements: [aPlacement({ ...acknowledged, failedAt: NOW })] }, "start"],
  ["placing, between two placings", { placements: [] }, null],
  ["placing, the placement of an earlier attempt is left", { attempts: 1 }, null],
  ["starting for 599 s", { state: "starting", stateAt: ago(599), placements: [aPlacement(acknowledged)] }, null],
  ["starting for 600 s", { state: "starting", stateAt: ago(600), placements: [aPlacement(acknowledged)] }, "fail"],
  ["starting, all run", { state: "starting", placements: [aPlacement(RUNNING)] }, "run"],
  [
    "starting, all run, one GPU failed",
    { state: "starting", fault: "x", placements: [aPlacement(RUNNING)] },
    "place-again",
  ],
  [
    "starting, one of a gang runs",
    { state: "starting", placements: [aPlacement(RUNNING), aPlacement({ ...acknowledged, rank: 1 })] },
    null,
  ],
  ["starting, runs without SSH", { state: "starting", placements: [aPlacement({ ...RUNNING, sshAddr: "" })] }, null],
  ["starting, agent error", { state: "starting", placements: [aPlacement({ failedAt: NOW })] }, "fail"],
  [
    "starting, agent error, a fault of its node is known",
    { state: "starting", placements: [aPlacement({ failedAt: NOW, nodeHealth: "error" })] },
    "place-again",
  ],
  [
    "starting, agent error, a fault of another node of its gang is known",
    {
      state: "starting",
      placements: [aPlacement({ failedAt: NOW }), aPlacement({ placementId: "p2", rank: 1, nodeHealth: "error" })],
    },
    "fail",
  ],
  [
    "starting for 600 s, a fault of its node is known",
    { state: "starting", stateAt: ago(600), placements: [aPlacement({ ...acknowledged, nodeHealth: "error" })] },
    "place-again",
  ],
  [
    "starting on a Dead node",
    { state: "starting", placements: [aPlacement({ ...acknowledged, nodeHealth: "dead" })] },
    "place-again",
  ],
  [
    "starting, its node rebooted",
    { state: "starting", placements: [aPlacement({ state: "revoked", run: false, endedAt: NOW })] },
    "place-again",
  ],
  ["running well", { state: "running", placements: [aPlacement(RUNNING)] }, null],
  ["running, a node is Dead", { state: "running", placements: [aPlacement(interrupted)] }, "incident"],
  ["running, a node lost it", { state: "running", placements: [aPlacement(gone)] }, "incident"],
  [
    "running, one of a gang ended",
    {
      state: "running",
      placements: [aPlacement({ ...RUNNING, state: "stopped", endedAt: NOW }), aPlacement({ ...RUNNING, rank: 1 })],
    },
    "end",
  ],
  ["incident for 899 s", { state: "incident", stateAt: ago(899), placements: [aPlacement(interrupted)] }, null],
  ["incident for 900 s", { state: "incident", stateAt: ago(900), placements: [aPlacement(interrupted)] }, "lose"],
  ["incident, the node is back without it", { state: "incident", placements: [aPlacement(gone)] }, "lose"],
  ["incident, the node is back with it", { state: "incident", placements: [aPlacement(RUNNING)] }, "resume"],
  [
    "incident, one node of two is back",
    { state: "incident", placements: [aPlacement(RUNNING), aPlacement({ ...interrupted, rank: 1 })] },
    null,
  ],
  [
    "incident, it had ended by itself",
    { state: "incident", placements: [aPlacement({ ...RUNNING, state: "stopped", endedAt: NOW })] },
    "end",
  ],
  ["stopping", { state: "stopping", placements: [aPlacement({ ...RUNNING, run: false })] }, null],
  [
    "stopping for 120 s",
    { state: "stopping", stateAt: ago(120), placements: [aPlacement({ ...RUNNING, run: false })] },
    "finish",
  ],
  [
    "stopping, all stopped",
    {
      state: "stopping",
      placements: [aPlacement({ ...RUNNING, run: false, state: "stopped", endedAt: NOW })],
    },
    "finish",
  ],
  ["stopping before it was placed", { state: "stopping", placements: [] }, "finish"],
  ["killed", { state: "killed", placements: [] }, null],
  ["lost, still held by its node", { state: "lost", placements: [aPlacement(interrupted)] }, null],
];

test.each(cases)("%s (6.2)", (_what, task, expected) => {
  expect(reviewTask(aTask(task), NOW)?.kind ?? null).toBe(expected);
});

test("a task that its agent ended for its disk has no end of its own and no incident", () => {
  const message = "its files took 201.4 GB of the 200 GB it may store";
  const ended = { ...RUNNING, state: "stopped" as const, endedAt: NOW, message };
  const review = (one: typeof ended, exitCode: number | null) =>
    reviewTask(aTask({ state: "running", placements: [aPlacement({ ...one, exitCode })] }), NOW);
  expect(review(ended, null)).toMatchObject({ kind: "over-disk", reason: message });
  // The exit code of the program does not matter.
  expect(review(ended, 0)).toMatchObject({ kind: "end", reason: "exit code 0" });
});

test("the exit code is the reason, and the end is the last report in which it ran", () => {
  const ended = aPlacement({
    ...RUNNING,
    state: "stopped",
    endedAt: NOW,
    exitCode: 3,
    seenRunningAt: ago(5),
  });
  expect(reviewTask(aTask({ state: "running", placements: [ended] }), NOW)).toEqual({
    kind: "end",
    reason: "exit code 3",
    exitCode: 3,
    endedAt: ago(5),
  });
});
