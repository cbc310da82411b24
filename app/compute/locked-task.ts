import type { NodeHealth } from "~/fleet/node-health";
import type { PlacementState, StopTarget, TaskState } from "./task-states";

/** A task whose row, and whose nodes' rows, the transaction holds. */
export interface LockedTask {
  resvGuid: string;
  tenantId: number;
  taskName: string;
  agent: string;
  state: TaskState;
  stateAt: Date;
  stopTarget: StopTarget | null;
  reason: string;
  exitCode: number | null;
  /** Placings that failed so far (S14). */
  attempts: number;
  incidents: number;
  startedAt: Date | null;
  chargedTo: Date | null;
  stopAt: Date | null;
  /** Fault of one of the GPUs since the task has them, which it did not cause; empty if none is known (B9). */
  fault: string;
  /** Placements of the present attempt, by rank, and older ones that still hold GPUs. */
  placements: LockedPlacement[];
}

export interface LockedPlacement {
  placementId: string;
  resvGuid: string;
  nodeId: number;
  nodeName: string;
  nodeHealth: NodeHealth;
  /** Last report of its node. */
  nodeReportedAt: Date | null;
  attempt: number;
  rank: number;
  state: PlacementState;
  run: boolean;
  desiredVersion: number;
  assignedAt: Date;
  runningAt: Date | null;
  seenRunningAt: Date | null;
  endedAt: Date | null;
  failedAt: Date | null;
  incident: boolean;
  sshAddr: string;
  sshHostKey: string;
  /** Fingerprints of the keys that its server accepts; null from an agent that reports none. */
  sshKeys: string[] | null;
  /** Its port of the SSH gateway; null without one. */
  sshPort: number | null;
  exitCode: number | null;
  message: string;
}

/** The placements of the attempt that counts now. */
export function presentPlacements(task: LockedTask): LockedPlacement[] {
  return task.placements.filter((placement) => placement.attempt === task.attempts + 1);
}
