import { GPUS_PER_NODE } from "./gpu-sizes";
import { isPredictable } from "./engine-waits";
import type { WaitReason } from "./placing-times";

/** Number of waits below which they predict nothing. */
const SAMPLES_MIN = 5;
/** Days over which waits are measured. */
export const MEASURED_DAYS = 7;

/**
 * Waits of comparable tasks from the queue in the last 7 days: of the same cluster, GPU type and kind of size (part of
 * a node, most of one, several).
 */
export interface MeasuredWaits {
  samples: number;
  /** Half of them waited no longer, in seconds; null without samples. */
  medianS: number | null;
  /** Nine of ten tasks waited this long or less. */
  p90S: number | null;
}

/** Known facts about a queued task's wait. */
export interface QueueWait extends MeasuredWaits {
  /** Queued tasks of the same cluster and GPU type, this one included. */
  queued: number;
  /** Seconds since its acceptance. */
  waitedS: number;
  /** True if its GPUs are free now (S3). */
  fits: boolean;
  /** When the cluster's engine expects it to start, in epoch seconds; null: unknown. */
  startsAboutTs: number | null;
  /** Ends of the time in which it starts by the newest forecast, in epoch seconds (A45); null: none, or not known. */
  startsFromTs: number | null;
  startsUntilTs: number | null;
  /** Whole cents missing for 10 minutes of all the tenant's tasks, including this one (S12). */
  wantingCents: number;
}

/** Estimate from comparable waits for a task that starts to wait now. */
export type LikelyWait =
  | { kind: "measured"; samples: number; medianS: number; p90S: number }
  /** Too few comparable waits for an estimate. */
  | { kind: "unknown"; samples: number };

export type Estimate =
  | (Extract<LikelyWait, { kind: "measured" }> & { overdue: boolean })
  | Extract<LikelyWait, { kind: "unknown" }>
  /** The task does not wait for others to end. */
  | { kind: "none" }
  /** The cluster's engine has forecast the start. */
  | { kind: "forecast"; startsAboutTs: number }
  /** Eight of ten plays of the coming days start it in this time. */
  | { kind: "range"; fromTs: number; untilTs: number }
  /** Nine of ten plays do not start it before this time, and more than one of ten never do. */
  | { kind: "late"; fromTs: number }
  /** The task waits only for money, so no capacity figure would help. */
  | { kind: "money"; wantingCents: number };

/** Names every reason for which a queued task waits: the scheduler's, and what else would keep it from starting now. */
export function reasonsOf(reason: WaitReason, gpus: number, wait: QueueWait | undefined): WaitReason[] {
  const funds = "waiting_for_funds" as const;
  if (reason !== funds) return wait && wait.wantingCents > 0 ? [reason, funds] : [reason];
  if (!wait || wait.fits) return [funds];
  return [gpus > GPUS_PER_NODE ? "waiting_for_nodes" : "waiting_for_gpus", funds];
}

/** Checks whether nodes that are out of service may be why a task waits. */
export function waitsForNodes(reasons: readonly WaitReason[]): boolean {
  return reasons.some((reason) => reason !== "waiting_for_funds");
}

/** Estimates the end of a wait: by the cluster's engine, by the newest forecast (A45), or from past waits. */
export function estimateOf(wait: QueueWait, reason: WaitReason): Estimate {
  if (reason === "waiting_for_funds") return { kind: "money", wantingCents: wait.wantingCents };
  if (!isPredictable(reason)) return { kind: "none" };
  if (wait.startsAboutTs !== null) return { kind: "forecast", startsAboutTs: wait.startsAboutTs };
  // Others waited for any node of the row, this one waits for a particular node.
  if (reason === "waiting_for_volume") return { kind: "unknown", samples: 0 };
  const { startsFromTs: fromTs, startsUntilTs: untilTs } = wait;
  if (fromTs !== null) return untilTs === null ? { kind: "late", fromTs } : { kind: "range", fromTs, untilTs };
  const likely = likelyWait(wait);
  return likely.kind === "measured" ? { ...likely, overdue: wait.waitedS > likely.p90S } : likely;
}

export function likelyWait({ samples, medianS, p90S }: MeasuredWaits): LikelyWait {
  if (samples < SAMPLES_MIN || medianS === null || p90S === null) return { kind: "unknown", samples };
  return { kind: "measured", samples, medianS, p90S };
}
