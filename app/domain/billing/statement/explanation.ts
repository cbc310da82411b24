import type { TransactionKind } from "../transaction-kinds";
import type { Units } from "../units";
import type { Month } from "./month";
import type { ChargedInterval, Recomputed } from "./recompute-task";

/** How a line of a statement came about. Times are epoch seconds. */
export type Explanation = TaskExplanation | MovementExplanation;

interface AnyExplanation {
  month: Month;
  id: string;
  kind: TransactionKind;
  text: string;
  /** What the line did to the balance. */
  units: Units;
}

export interface TaskExplanation extends AnyExplanation {
  about: "task";
  kind: "task";
  gpuType: string;
  clusterName: string;
  gpus: number;
  pph: number;
  intervals: ChargedInterval[];
  reports: NodeReport[];
  events: { at: number; text: string }[];
  refunds: LinkedMovement[];
  recomputed: Recomputed;
}

/** What the agent of one node said about the task. */
export interface NodeReport {
  /** From 1, in the order of the task's ranks. */
  node: number;
  gpus: number;
  /** First and last report in which it ran. */
  from: number;
  to: number | null;
  state: string;
}

/** Another line that belongs to it. */
export interface LinkedMovement {
  month: Month;
  id: string;
  text: string;
  units: Units;
}

export interface MovementExplanation extends AnyExplanation {
  about: "movement";
  at: number;
  /** Key under which the ledger posts it once. */
  reference: string;
  entries: { account: string; units: Units }[];
  /** All entries of it together: 0 is right. */
  sum: Units;
  topUp: TopUpFacts | null;
  incident: IncidentFacts | null;
  volume: VolumeFacts | null;
}

/** What a day of a volume came to (17.3). */
export interface VolumeFacts {
  name: string;
  gb: number;
  /** Cents per GB and month. */
  gbMonthCents: number;
  from: number;
  to: number;
  /** Part of a unit, in 730ths, that the days before had left. */
  carried: number;
  /** Worked out again from the four above. */
  units: Units;
  holds: boolean;
}

export interface TopUpFacts {
  topupId: string;
  number: string | null;
  state: string;
  cents: bigint;
}

/** Why a lost task's refund is as much as it is (B9). */
export interface IncidentFacts {
  resvGuid: string;
  taskName: string;
  pph: number;
  chargedSeconds: number;
  refundedSeconds: number;
  units: Units;
  holds: boolean;
}
