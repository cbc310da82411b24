import type { LockedPlacement } from "./locked-task";
import { floorSecond } from "./whole-seconds";
import type { ObservedTask } from "~/fleet/agent-messages";

/** Columns of a placement that its agent's reports change. */
export type PlacementPatch = Partial<
  Pick<
    LockedPlacement,
    | "state"
    | "run"
    | "runningAt"
    | "seenRunningAt"
    | "endedAt"
    | "failedAt"
    | "incident"
    | "sshAddr"
    | "sshHostKey"
    | "sshKeys"
    | "exitCode"
    | "message"
  >
> & { simulated?: boolean };

/** Begins the message of a placement whose GPUs the scheduler of the cluster took back. Customers read it. */
export const ENDED_BY_ENGINE = "ended by the cluster";

export interface ReportContext {
  /** Newest desired version that the agent knows. */
  ackedVersion: number;
  /** True for the first report after a boot: every placement that does not run is gone (4.1). */
  newBoot: boolean;
  now: Date;
}

/**
 * Compares a node's report about a placement that still holds GPUs with the known state; null if nothing has changed.
 * The placement's `nodeReportedAt` is the time of the previous report.
 */
export function comparePlacement(
  placement: LockedPlacement,
  reported: ObservedTask | undefined,
  context: ReportContext,
): PlacementPatch | null {
  if (context.newBoot && hasEnded(reported) && !notBegun(placement, reported)) return gone(placement, context.now);
  if (!placement.run) return whileStopping(placement, reported, context);
  if (reported?.ended_by_engine && hasEnded(reported))
    return takenBack(placement, { now: context.now, message: ENDED_BY_ENGINE });
  switch (placement.state) {
    case "assigned":
    case "acknowledged":
      return whileStarting(placement, reported, context);
    default:
      return whileRunning(placement, reported, context);
  }
}

/** Checks that the agent reports no running program for the placement. */
function hasEnded(reported: ObservedTask | undefined): boolean {
  return reported === undefined || reported.state === "stopped" || reported.state === "error";
}

/** Checks that the machine does not know this placement yet, so that it may still start there. */
function notBegun(placement: LockedPlacement, reported: ObservedTask | undefined): boolean {
  return placement.state === "assigned" && placement.run && reported === undefined;
}

/** Judges a placement that should not run: its GPUs are free once the agent reports its end, or no longer lists it. */
function whileStopping(
  placement: LockedPlacement,
  reported: ObservedTask | undefined,
  { ackedVersion, now }: ReportContext,
): PlacementPatch | null {
  const knowsStop = ackedVersion >= placement.desiredVersion;
  if (reported === undefined) return knowsStop ? gone(placement, now) : null;
  // An error means that it does not run, but only an agent that knows the stop is believed.
  if (reported.state !== "stopped" && !(reported.state === "error" && knowsStop)) return null;
  return {
    endedAt: now,
    // A placement revoked by an incident keeps that cause for good (6.3); any other has stopped in the end.
    ...(placement.incident ? {} : { state: "stopped" }),
    exitCode: reported.exit_code,
    message: reported.message,
    ...seen(placement),
  };
}

function whileStarting(
  placement: LockedPlacement,
  reported: ObservedTask | undefined,
  { ackedVersion, now }: ReportContext,
): PlacementPatch | null {
  if (reported?.state === "running" && reported.ssh_addr !== "") return running(placement, reported, now);
  if (placement.failedAt !== null) return null;
  // Refusing is an answer too: the node knows the task, so it counts as starting and fails there (6.2).
  if (reported?.state === "error") return { state: "acknowledged", failedAt: now, message: reported.message };
  if (reported?.state === "stopped") {
    const message = reported.message === "" ? "it ended before it ran" : reported.message;
    return {
      state: "revoked",
      run: false,
      failedAt: now,
      endedAt: now,
      exitCode: reported.exit_code,
      message,
    };
  }
  const known = reported !== undefined || ackedVersion >= placement.desiredVersion;
  const acknowledged = known && placement.state === "assigned" ? ({ state: "acknowledged" } as const) : null;
  const step = reported && reported.message !== placement.message ? { message: reported.message } : null;
  return acknowledged || step ? { ...acknowledged, ...step } : null;
}

function whileRunning(
  placement: LockedPlacement,
  reported: ObservedTask | undefined,
  { ackedVersion, now }: ReportContext,
): PlacementPatch | null {
  if (reported === undefined && ackedVersion >= placement.desiredVersion) return gone(placement, now);
  switch (reported?.state) {
    case "running":
      return isKnownRunning(placement, reported) ? null : running(placement, reported, now);
    case "stopped":
      return {
        state: "stopped",
        incident: false,
        endedAt: now,
        exitCode: reported.exit_code,
        message: reported.message,
        ...seen(placement),
      };
    case "error":
      return placement.failedAt === null ? { failedAt: now, message: reported.message, ...seen(placement) } : null;
    default:
      // The agent does not see the task run now. Time is not charged until it does (B2).
      return placement.state === "interrupted" ? null : interrupted(placement);
  }
}

/** Judges a placement whose node died, or no longer sees it: it may come back (6.2). */
export function interrupted(placement: LockedPlacement): PlacementPatch {
  return { state: "interrupted", incident: true, ...seen(placement) };
}

function running(placement: LockedPlacement, reported: ObservedTask, now: Date): PlacementPatch {
  return {
    state: "running",
    incident: false,
    runningAt: placement.runningAt ?? now,
    seenRunningAt: floorSecond(now),
    sshAddr: reported.ssh_addr,
    sshHostKey: reported.ssh_host_key,
    sshKeys: reported.ssh_keys ?? null,
    simulated: reported.simulated,
    // Clears the last step of its start.
    ...(placement.message === "" ? {} : { message: "" }),
  };
}

function isKnownRunning(placement: LockedPlacement, reported: ObservedTask): boolean {
  return (
    placement.state === "running" &&
    placement.sshAddr === reported.ssh_addr &&
    placement.sshHostKey === reported.ssh_host_key &&
    placement.sshKeys?.join() === reported.ssh_keys?.join()
  );
}

/** Judges a placement that its node no longer has: its GPUs are free, and how it ended is unknown. */
function gone(placement: LockedPlacement, now: Date): PlacementPatch {
  return {
    state: "revoked",
    run: false,
    incident: placement.incident || (placement.run && placement.runningAt !== null),
    endedAt: now,
    ...seen(placement),
  };
}

/**
 * Judges a placement whose place its engine ended before its agent reported an end.
 * @param isOwnEnd the task is the cause: it ended, and was not lost.
 */
export function takenBack(
  placement: LockedPlacement,
  { now, message, isOwnEnd = false }: { now: Date; message: string; isOwnEnd?: boolean },
): PlacementPatch {
  if (isOwnEnd && placement.run && placement.runningAt !== null)
    return { state: "stopped", incident: false, endedAt: now, exitCode: null, message, ...seen(placement) };
  // No report came: of a stop that we asked for, too, no second after the last one is charged (B2).
  return { ...gone(placement, now), message };
}

/**
 * Keeps, for a placement that leaves `running`, the last report in which it ran: no second after it is charged (B2).
 */
export function seen(placement: LockedPlacement): Pick<PlacementPatch, "seenRunningAt"> | undefined {
  if (placement.state !== "running" || placement.nodeReportedAt === null) return undefined;
  const last = floorSecond(placement.nodeReportedAt);
  return placement.seenRunningAt !== null && placement.seenRunningAt > last ? undefined : { seenRunningAt: last };
}
