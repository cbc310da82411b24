/**
 * Names and beats, in seconds, of the worker's ticks (A39). They stand here since the web process expects them (4.3) and may not
 * import the worker; the compiler holds the rows of `worker/timetable.ts` to them.
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
