const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;

/** Seconds between a try that failed and the next one (15.4); after the last of them nothing more is tried. */
export const WAITS_S = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;

/** An endpoint that has taken nothing for so long is switched off. */
export const FAILING_DAYS = 5;

/** Of an answer that takes longer, the endpoint is called slow. */
export const SLOW_MS = 5_000;

/** When a series goes on of which so many tries have failed; null: it is given up. */
export function nextTry({ turn, now }: { turn: number; now: Date }): Date | null {
  const wait = WAITS_S[turn - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000);
}
