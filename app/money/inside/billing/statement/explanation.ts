import type { TransactionKind } from "~/money/transaction-kinds";
import type { Units } from "~/money/units";
import type { Month } from "./month";
import type { ChargedInterval, Recomputed } from "./recompute-task";

/** Calculation of a statement's line. Times are epoch seconds. */
export type Explanation = TaskExplanation | MovementExplanation;

interface AnyExplanation {
  month: Month;
  id: string;
  kind: TransactionKind;
  text: string;
  /** Change of the balance by the line. */
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

/** Report of a node's agent about the task. */
export interface NodeReport {
  /** Number of the node, from 1, in the order of the task's ranks. */
  node: number;
  gpus: number;
  /** The first and last report in which it ran. */
  from: number;
  to: number | null;
  state: string;
}

/** Another movement that belongs to it. */
export interface LinkedMovement {
  month: Month;
  id: string;
  text: string;
  units: Units;
}

export interface MovementExplanation extends AnyExplanation {
  about: "movement";
  at: number;
  /** The idempotency key of the posting. */
  reference: string;
  entries: { account: string; units: Units }[];
  /** The sum of all entries; must be 0. */
  sum: Units;
  topUp: TopUpFacts | null;
  incident: IncidentFacts | null;
  giveBack: GiveBackFacts | null;
  volume: VolumeFacts | null;
}

/** The charge of a volume's day (17.3). */
export interface VolumeFacts {
  name: string;
  gb: number;
  /** Cents per GB and month. */
  gbMonthCents: number;
  from: number;
  to: number;
  /** Part of a unit, in 730ths, carried over from the days before. */
  carried: number;
  /** Recalculated from the four above. */
  units: Units;
  holds: boolean;
}

export interface TopUpFacts {
  topupId: string;
  number: string | null;
  state: string;
  cents: bigint;
  /** The VAT on top (B22); null: VAT was off. */
  vat: { cents: number; rateBp: number; country: string; reason: string } | null;
  /** The issuer and the customer on its receipt; null without VAT. */
  issuedBy: string | null;
  billedTo: string | null;
}

/** Why a lost task's refund has this amount (B9). */
export interface IncidentFacts {
  resvGuid: string;
  taskName: string;
  pph: number;
  chargedSeconds: number;
  refundedSeconds: number;
  units: Units;
  holds: boolean;
}

/** A gift of staff from a task's cost, and the state of the task before it (B19). */
export interface GiveBackFacts {
  resvGuid: string;
  taskName: string;
  reason: string;
  /** The whole cents charged until then. */
  charged: bigint;
  /** All that had been given back or refunded of it before. */
  before: bigint;
  holds: boolean;
}
