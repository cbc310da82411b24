const STEP_S = 300;

/** Judged estimates of a start below which they tell nothing (A45). */
export const JUDGED_MIN = 20;

/** The time in which a task is likely to start in whole five minutes, rounded outwards; an end that is not known is Infinity. */
export function inSteps(fromS: number, untilS: number): { fromS: number; untilS: number } {
  const from = Math.floor(fromS / STEP_S) * STEP_S;
  return { fromS: from, untilS: Math.max(from + STEP_S, Math.ceil(untilS / STEP_S) * STEP_S) };
}
