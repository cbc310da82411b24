const HOURS_PER_DAY = 24;

/** Hours of the price calculator's periods (10.2). */
export const CALC_PERIODS = [
  { period: "hour", label: "1 Hour", hours: 1 },
  { period: "day", label: "1 Day", hours: 24 },
  { period: "month", label: "1 Month", hours: 730 },
] as const;

/** Price list by GPU type: cents per GPU-hour. */
export type Prices = Record<string, number>;

/** Cents per hour of a number of GPUs (B16). */
export function costPph(gpuPphCents: number, gpus: number): number {
  return gpuPphCents * gpus;
}

/** Cents per GPU-hour less a customer's discount, rounded down, at least 1 (B21). */
export function discounted(gpuPphCents: number, percent: number): number {
  return Math.max(1, Math.floor((gpuPphCents * (100 - percent)) / 100));
}

/** Cents for 24 hours (B16). */
export function costPerDayCents(pphCents: number): number {
  return pphCents * HOURS_PER_DAY;
}
