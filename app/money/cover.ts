import { secondsCovered } from "./volume-cost";

/** START_COVER_S: a task may start if the money lasts this long for all tasks, including the new one (S12). */
export const START_COVER_S = 600;

export interface Funds {
  /** Balance less debt and unposted charges, in ledger units (B6). */
  availableUnits: bigint;
  /** Cents per hour of all tasks that hold GPUs. */
  committedPph: number;
}

/** Checks whether the money lasts 600 s for everything that holds GPUs plus `additionalPph` cents per hour (S12). */
export function covers(funds: Funds, additionalPph: number): boolean {
  return coveredPph(funds) >= additionalPph;
}

/** Returns the cents per hour that the money still covers for 600 s; below 0 if it does not cover the running tasks. */
export function coveredPph({ availableUnits, committedPph }: Funds): number {
  // 1 cent per hour is 1 unit per second (B1). Division rounds towards 0: without `short`, a small debt would count as
  // covered.
  const cover = BigInt(START_COVER_S);
  const short = availableUnits < 0n ? cover - 1n : 0n;
  return Number((availableUnits - short) / cover) - committedPph;
}

export type LowBalance = "none" | "24h" | "1h" | "zero";

/** WARN_SECONDS: the customer is warned when the money lasts no longer than this (B7). */
const WARN_SECONDS = { "24h": 86_400, "1h": 3_600 } as const;

const SEVERITY: Record<LowBalance, number> = { none: 0, "24h": 1, "1h": 2, zero: 3 };

/** Classifies a low balance by the time that it lasts (B7). */
export function lowBalanceOf(secondsLeft: number): LowBalance {
  if (secondsLeft <= 0) return "zero";
  if (secondsLeft <= WARN_SECONDS["1h"]) return "1h";
  return secondsLeft <= WARN_SECONDS["24h"] ? "24h" : "none";
}

export function isLower(level: LowBalance, than: LowBalance): boolean {
  return SEVERITY[level] > SEVERITY[than];
}

/** Whole seconds that money lasts at a rate, 0 if it is used up; null if nothing is charged (B6). */
export function secondsLeft(availableUnits: bigint, ongoingPph: number, volumeMonthCents = 0): number | null {
  return secondsCovered(availableUnits, { pph: ongoingPph, volumeMonthCents });
}
