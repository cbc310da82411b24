import type { FreePool } from "./free-pool";
import type { FundsLeft } from "./funds";
import { grantedSizes } from "./granted";
import type { PlacingDecision, WaitingTask } from "./waiting-task";

export interface Terms {
  pool: FreePool;
  funds: FundsLeft;
  /** Cents per GPU-hour now; null when the type has no price any more. */
  gpuPph: number | null;
}

/**
 * Where a task goes: the largest size that fits and that its tenant can pay (S6, S12), or null. The fence opens
 * for the task that holds it, and for gpus_min only.
 */
export function decidePlacing(
  task: WaitingTask,
  { pool, funds, gpuPph }: Terms,
  holds = false,
): PlacingDecision | null {
  for (const gpus of grantedSizes(task)) {
    const pphCents = gpuPphOf(task, gpuPph) * gpus;
    if (!funds.cover(task, pphCents)) continue;
    const request = { gpus, network: task.network };
    const shares = holds && gpus === task.gpusMin ? pool.chooseInsideFence(request) : pool.choose(request);
    if (shares) return { task, gpus, pphCents, shares };
  }
  return null;
}

/** Whether the tenant can pay the smallest size now. */
export function isFunded(task: WaitingTask, { funds, gpuPph }: Omit<Terms, "pool">): boolean {
  return funds.cover(task, gpuPphOf(task, gpuPph) * task.gpusMin);
}

/** B14: the lower of the price when accepted and the price now. */
function gpuPphOf(task: WaitingTask, gpuPph: number | null): number {
  return Math.min(task.acceptedGpuPph, gpuPph ?? task.acceptedGpuPph);
}
