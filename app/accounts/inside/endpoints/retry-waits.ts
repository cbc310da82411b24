const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;

/** Seconds between failed tries (15.4); after the last one, the delivery fails. */
export const WAITS_S = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

/** Days without an accepted delivery after which an endpoint is switched off. */
export const FAILING_DAYS = 5;

/** Answer time above which an endpoint is called slow. */
export const SLOW_MS = 5_000;

/** Returns when a series continues after `turn` failed attempts; null: the delivery fails. */
export function nextTry({ turn, now }: { turn: number; now: Date }): Date | null {
  const wait = WAITS_S[turn - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000);
}
