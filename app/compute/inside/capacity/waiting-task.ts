import type { Network } from "~/compute/gpu-sizes";
import type { GpuRequest, Share } from "./free-pool";
import type { NodeNeeds } from "./node-needs";

/** A task that waits for GPUs, in the queue or after a failed placement. */
export interface WaitingTask {
  resvGuid: string;
  tenantId: number;
  taskName: string;
  gpusMin: number;
  gpusMax: number;
  gpusIncr: number;
  network: Network;
  acceptedAt: Date;
  /** Cents per GPU-hour when it was accepted (B14). */
  acceptedGpuPph: number;
  /** Percent that its tenant pays less now (B21); omitted: nothing. */
  percentOff?: number;
  /** When staff moved it to the front of its queue; null or omitted: never. */
  movedUpAt?: Date | null;
  /** Placements tried so far that failed (S14). */
  attempts: number;
  /** True if it was placed before: it goes ahead of the queue. */
  again: boolean;
  /** Current price of the task in cents per hour. */
  pph: number;
  /** Seconds from its start to its declared end (S16); 0: it declares no end. */
  maxSeconds: number;
  /** Needs of the task other than GPUs. */
  needs?: NodeNeeds | null;
  /** Name of the image that its nodes must have or pull; null or omitted: it has none that can be pulled. */
  image?: string | null;
  /** The user who started the task, whose own limit counts too (16.8). */
  startedBy?: number | null;
  /** The line of the named key that started it, whose limits count too (16.11). */
  keyLineId?: number | null;
}

/** Returns the request of a task's smallest size. */
export function requestOf({ gpusMin, network, needs = null, image = null, tenantId }: WaitingTask): GpuRequest {
  return { gpus: gpusMin, network, needs, image, tenantId };
}

/** A task and its GPUs. */
export interface PlacingDecision {
  task: WaitingTask;
  gpus: number;
  /** Price of the whole task in cents per hour, fixed now (B14). */
  pphCents: number;
  shares: Share[];
}
