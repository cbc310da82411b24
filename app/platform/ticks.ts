/**
 * Names and intervals, in seconds, of the worker's ticks (A39). They are here because the web process expects them
 * (4.3) and may not import the worker; the compiler checks the rows of `worker/timetable.ts` against them.
 */
export const TICK_SECONDS = {
  scheduler: 1,
  advance: 1,
  health: 1,
  billing: 60,
  balance: 5,
  sample: 60,
  usage: 1,
} as const;

export type TickName = keyof typeof TICK_SECONDS;

export const TICK_NAMES = Object.keys(TICK_SECONDS) as TickName[];
