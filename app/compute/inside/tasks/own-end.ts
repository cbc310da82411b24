import { typedCents } from "~/platform/typed-dollars";
import type { JobRow } from "~/compute/list-jobs.server";

/** Choices of 'Stop after' (S16), in seconds; 0 is none. */
export const STOP_AFTER_S = [0, 3600, 4 * 3600, 12 * 3600, 86_400, 7 * 86_400, 30 * 86_400] as const;
const MIN_SECONDS = 600;
const MAX_SECONDS = 30 * 86_400;
/** Lowest spend limit: a lower one would end a task before it is useful. */
const MIN_SPEND_CENTS = 100;
const MAX_SPEND_CENTS = 100_000_000;
/** Minutes of idle GPUs after which a watchdog stops its task; the last one if none is chosen. */
export const IDLE_MINUTES = [15, 30, 60] as const;
export const IDLE_MINUTES_DEFAULT = 60;
/** Seconds before its end at which a task's customer is notified. */
export const END_NOTICE_S = 600;

export function isStopAfter(seconds: number): boolean {
  return seconds === 0 || (Number.isInteger(seconds) && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS);
}

/** The clock of 'Stop after': whole seconds since the task began to run, free ones and incidents included; 0 before. */
export function ranSeconds(startedMs: number | null, nowMs: number): number {
  return startedMs === null ? 0 : Math.max(0, Math.ceil((nowMs - startedMs) / 1000));
}

/** Choices of 'Stop after' that a task has not used up (M67), and its present choice if that is an unusual one. */
export function stopAfterChoices(
  { max_seconds: chosen, ts_started }: Pick<JobRow, "max_seconds" | "ts_started">,
  nowMs: number,
): number[] {
  const ran = ranSeconds(ts_started === 0 ? null : ts_started * 1000, nowMs);
  const times = STOP_AFTER_S.filter((seconds) => seconds === 0 || seconds > ran);
  return [...new Set([...times, chosen])].sort((a, b) => a - b);
}

/** Converts a typed spend limit to whole cents; 0 when empty, null when it is no amount. */
export function centsOf(typed: string): number | null {
  if (typed.trim() === "") return 0;
  const cents = typedCents(typed);
  return cents === null ? null : Number(cents);
}

export function isSpendLimit(cents: number): boolean {
  return cents === 0 || (Number.isInteger(cents) && cents >= MIN_SPEND_CENTS && cents <= MAX_SPEND_CENTS);
}
