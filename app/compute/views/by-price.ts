import type { Prices } from "~/compute/gpu-cost";

/** GPU types with their price in cents per GPU-hour, the cheapest first. */
export function byPrice(prices: Prices): [gpuType: string, pphCents: number][] {
  return Object.entries(prices).sort(([, one], [, other]) => one - other);
}
