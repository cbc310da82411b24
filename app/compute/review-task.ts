import { ENDED_BY_ENGINE } from "./compare-placement";
import { OVER_DISK } from "./over-disk";
import { type LockedPlacement, type LockedTask, presentPlacements } from "./locked-task";

/** PLACING_ACK_S, START_TIMEOUT_S, STOP_TIMEOUT_S, INCIDENT_GRACE_S, QUEUE_MAX_DAYS */
export const PLACING_ACK_S = 30;
export const START_TIMEOUT_S = 600;
/** Longest time from its placement until a task runs. */
export const START_WITHIN_S = PLACING_ACK_S + START_TIMEOUT_S;
export const STOP_TIMEOUT_S = 120;
export const INCIDENT_GRACE_S = 900;
export const QUEUE_MAX_DAYS = 30;
const DAY_S = 86_400;

/** The next change of a task, decided from its placements and the clock (6.2). */
export type Review =
  | { kind: "start" }
  | { kind: "run" }
  | { kind: "resume" }
  /** The named placements failed; the task is placed again, or failed after the third attempt. */
  | { kind: "place-again"; reason: string; failed: string[] }
  | { kind: "fail"; reason: string; failed: string[] }
  | { kind: "incident" }
  | { kind: "lose"; reason: string }
  /** A placement ended on its own at `endedAt`, seen running until then. */
  | { kind: "end"; reason: string; exitCode: number | null; endedAt: Date | null }
  /** The task ended because its agent stopped it for storing more than allowed (4.1). */
  | { kind: "over-disk"; reason: string; exitCode: null; endedAt: Date | null }
  | { kind: "finish" };

/** Decides on a task by its present state, not by events, so that several workers may call it at any time. */
export function reviewTask(task: LockedTask, now: Date): Review | null {
  const placements = presentPlacements(task);
  switch (task.state) {
    case "queued":
      return waitedTooLong(task, now);
    case "placing":
      return reviewPlacing(task, placements, now);
    case "starting":
      return reviewStarting(task, placements, now);
    case "running":
      return reviewRunning(task, placements);
    case "incident":
      return reviewIncident(task, placements, now);
    case "stopping":
      return reviewStopping(task, placements, now);
    default:
      return null;
  }
}

/** Reviews a task in the queue, or one to be placed again that no other node can ever take. */
function waitedTooLong(task: LockedTask, now: Date): Review | null {
  return passed(task.stateAt, QUEUE_MAX_DAYS * DAY_S, now)
    ? { kind: "fail", reason: `waited ${QUEUE_MAX_DAYS} days`, failed: [] }
    : null;
}

function reviewPlacing(task: LockedTask, placements: LockedPlacement[], now: Date): Review | null {
  if (placements.length === 0) return waitedTooLong(task, now);
  const died = diedBeforeRunning(placements);
  if (died) return { kind: "place-again", ...died };
  const late = placements.filter((one) => one.state === "assigned" && passed(one.assignedAt, PLACING_ACK_S, now));
  if (late.length > 0) {
    return { kind: "place-again", reason: "the node did not answer", failed: ids(late) };
  }
  return placements.every((one) => one.state !== "assigned") ? { kind: "start" } : null;
}

function reviewStarting(task: LockedTask, placements: LockedPlacement[], now: Date): Review | null {
  const died = diedBeforeRunning(placements);
  if (died) return { kind: "place-again", ...died };
  // Its node is out of service by the same report, so there is nothing to avoid.
  if (task.fault !== "") return { kind: "place-again", reason: `a GPU failed: ${task.fault}`, failed: [] };
  const failed = failedToStart(placements);
  if (failed) return notStarted(failed, placements);
  if (placements.every((one) => one.state === "running" && one.sshAddr !== "")) return { kind: "run" };
  if (passed(task.stateAt, START_TIMEOUT_S, now)) {
    const late = placements.filter((one) => one.state !== "running");
    return notStarted({ reason: `did not start in ${START_TIMEOUT_S / 60} minutes`, failed: ids(late) }, placements);
  }
  return null;
}

/** Judges a start that failed. Where a fault of its node is known, that may be the cause: another node may start it. */
function notStarted(start: { reason: string; failed: string[] }, placements: LockedPlacement[]): Review {
  const isFaulty = placements.some((one) => start.failed.includes(one.placementId) && one.nodeHealth === "error");
  return { kind: isFaulty ? "place-again" : "fail", ...start };
}

function reviewRunning({ fault }: LockedTask, placements: LockedPlacement[]): Review | null {
  // Its engine took the GPUs back: nothing can bring them back, so there is no incident to wait for.
  const takenBack = placements.find(isEndedByEngine);
  if (takenBack) return lost(takenBack.message, fault);
  if (placements.some((one) => one.incident)) return { kind: "incident" };
  return endedByItself(placements, fault);
}

function reviewIncident(task: LockedTask, placements: LockedPlacement[], now: Date): Review | null {
  const takenBack = placements.find(isEndedByEngine);
  if (takenBack) return lost(takenBack.message, task.fault);
  if (placements.some((one) => one.incident && one.endedAt !== null)) {
    return lost("its node came back without it", task.fault);
  }
  const ended = endedByItself(placements, task.fault);
  if (ended) return ended;
  if (placements.every((one) => one.state === "running")) return { kind: "resume" };
  return passed(task.stateAt, INCIDENT_GRACE_S, now)
    ? lost(`its node was away for ${INCIDENT_GRACE_S / 60} minutes`, task.fault)
    : null;
}

/** Builds a loss. A known fault of a GPU explains more than a silent node. */
function lost(reason: string, fault: string): Review {
  return { kind: "lose", reason: fault === "" ? reason : `a GPU failed: ${fault}` };
}

function reviewStopping(task: LockedTask, placements: LockedPlacement[], now: Date): Review | null {
  const stopped = placements.every((one) => one.endedAt !== null);
  return stopped || passed(task.stateAt, STOP_TIMEOUT_S, now) ? { kind: "finish" } : null;
}

/** Finds a node that is Dead, or rebooted before the task ran. The task may be placed on another node. */
function diedBeforeRunning(placements: LockedPlacement[]): { reason: string; failed: string[] } | null {
  const died = placements.filter(
    (one) => one.nodeHealth === "dead" || (one.state === "revoked" && one.endedAt !== null && one.failedAt === null),
  );
  if (died.length === 0) return null;
  return { reason: died.find(isEndedByEngine)?.message ?? "the node died", failed: ids(died) };
}

function isEndedByEngine({ state, endedAt, message }: LockedPlacement): boolean {
  return endedAt !== null && state === "revoked" && message.startsWith(ENDED_BY_ENGINE);
}

function failedToStart(placements: LockedPlacement[]): { reason: string; failed: string[] } | null {
  // A member of a gang may end on its own while the others still start: the task will never run as a whole.
  const failed = placements.filter((one) => one.failedAt !== null || one.state === "stopped");
  const [first] = failed;
  if (!first) return null;
  return { reason: first.message === "" ? "it could not be started" : first.message, failed: ids(failed) };
}

/** Judges a task that ended on its own. On a failed GPU it counts as lost, as if its node had failed (B9). */
function endedByItself(placements: LockedPlacement[], fault: string): Review | null {
  const ended = placements.find((one) => one.run && (one.state === "stopped" || one.failedAt !== null));
  if (!ended) return null;
  if (ended.exitCode === null && OVER_DISK.test(ended.message))
    return { kind: "over-disk", exitCode: null, reason: ended.message, endedAt: ended.seenRunningAt };
  if (fault !== "") return lost("", fault);
  return {
    kind: "end",
    exitCode: ended.exitCode,
    reason: ended.exitCode === null ? ended.message : `exit code ${ended.exitCode}`,
    endedAt: ended.seenRunningAt,
  };
}

function passed(since: Date, seconds: number, now: Date): boolean {
  return now.getTime() - since.getTime() >= seconds * 1000;
}

function ids(placements: readonly LockedPlacement[]): string[] {
  return placements.map((one) => one.placementId);
}
