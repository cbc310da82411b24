import { GPUS_PER_NODE } from "~/compute/gpu-sizes";

/** Label of a GPU count on the pricing page: 16 → `16 (2x8)` (10.1). */
export function pricingGpuLabel(gpus: number): string {
  return gpus > GPUS_PER_NODE ? `${gpus} (${gpus / GPUS_PER_NODE}x8)` : String(gpus);
}

/** Label of a GPU count in the reservation form: 16 → `2 × 8` (10.1). */
export function reservationGpuLabel(gpus: number): string {
  return gpus > GPUS_PER_NODE ? `${gpus / GPUS_PER_NODE} × 8` : String(gpus);
}
