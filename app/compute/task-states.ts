/** The states of a task (6.2). A draft lives only in the browser and has no state. */
export const TASK_STATES = [
  "queued",
  "placing",
  "starting",
  "running",
  "incident",
  "stopping",
  "finished",
  "killed",
  "failed",
  "lost",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** The reason of a task that its own customer ended. */
export const KILLED_BY_OWNER = "killed by you";
/** Reasons of tasks that ended at a limit of their own (S16). */
export const TIME_IS_OVER = "The chosen time is over.";
export const SPEND_REACHED = "The chosen spend limit is reached.";
/** The reason of a task whose tenant could not pay any more (B8). */
export const NO_FUNDS = "no funds";

/** Final state of a stopping task. */
export type StopTarget = "finished" | "killed" | "failed";

/** Every possible move (6.2). `placing` to itself is "placed again"; `queued`, "another place is asked for". */
const MOVES: Readonly<Record<TaskState, readonly TaskState[]>> = {
  queued: ["queued", "placing", "killed", "failed"],
  placing: ["placing", "starting", "stopping", "failed"],
  starting: ["running", "placing", "stopping", "failed"],
  running: ["incident", "stopping"],
  incident: ["running", "stopping", "killed", "lost"],
  stopping: ["finished", "killed", "failed"],
  finished: [],
  killed: [],
  failed: [],
  lost: [],
};

export function mayMove(from: TaskState, to: TaskState): boolean {
  return MOVES[from].includes(to);
}

export function isFinal(state: TaskState): boolean {
  return MOVES[state].length === 0;
}

/** States in which `charged_to` may be set: seconds of the task may still be posted (B2). */
export function mayBeCharged(state: TaskState): boolean {
  return state === "running" || state === "incident" || state === "stopping";
}

/** States of a placement (6.2). In the first two, it does not run yet. */
export type PlacementState = "assigned" | "acknowledged" | "running" | "stopped" | "interrupted" | "revoked";
