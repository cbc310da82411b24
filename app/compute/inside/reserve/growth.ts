/** Largest number of GPUs of a task (S6). */
const GPUS_MAX = 64;

/**
 * Checks whether a task may grow from its number of GPUs to this maximum in these steps (M32); the values are texts of
 * a form.
 */
export function isGrowth(asked: Record<"gpu_min" | "gpus_max" | "gpus_incr", string | number>): boolean {
  const [min, max, step] = [Number(asked.gpu_min), Number(asked.gpus_max), Number(asked.gpus_incr)];
  return (max === 0 || within(max, min)) && within(step, 1);
}

function within(given: number, lowest: number): boolean {
  return Number.isInteger(given) && given >= lowest && given <= GPUS_MAX;
}
