/** The singleton ticks of the worker and their beat in seconds (A39): it keeps them, and readiness expects them (4.3). */
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
