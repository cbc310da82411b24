import type { PlaceSpent } from "~/compute/engine";

/**
 * Result of comparing a place's charged seconds with accounting. `over`: charged for longer than the engine ran it. `idle`:
 * the engine ran it for much longer than was charged. `runaway`: accounting has no end of it. `mended`: it was a runaway, so
 * the end that accounting has now is made up. `unknown`: accounting does not say.
 */
export type TimeVerdict = "well" | "over" | "idle" | "runaway" | "mended" | "unknown";

/** Seconds by which the two may differ: an end is seen up to a minute late, and both round. */
export const TOLERANCE_S = 60;
/** Seconds and share above which time that the engine ran, and nobody paid for, is a finding. */
export const IDLE = { seconds: 300, share: 0.1 };

interface Compared {
  charged: number;
  /** Null: accounting does not know the place. */
  spent: Pick<PlaceSpent, "seconds" | "isOpen"> | null;
  /** True if the engine reported the end. For a place that it had forgotten, the end in accounting proves nothing. */
  isEndKnown: boolean;
  before: TimeVerdict | null;
}

export function judgeTime({ charged, spent, isEndKnown, before }: Compared): TimeVerdict {
  if (spent?.isOpen) return "runaway";
  if (before === "runaway") return "mended";
  // An agent ran there, so 0 s is no answer.
  if (!spent || !isEndKnown || (spent.seconds === 0 && charged > 0)) return "unknown";
  const { seconds } = spent;
  if (charged > seconds + TOLERANCE_S) return "over";
  const idle = seconds - charged;
  return idle > IDLE.seconds && idle > seconds * IDLE.share ? "idle" : "well";
}
