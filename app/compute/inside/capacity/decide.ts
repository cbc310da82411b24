import { discounted } from "~/compute/gpu-cost";
import { START_WITHIN_S } from "~/compute/review-task";
import { PLACING_RULES, type PlacingRules } from "~/compute/placing-rules";
import type { FreePool, OpenFences, Share, Stay } from "./free-pool";
import type { FundsLeft } from "./funds";
import { grantedSizes } from "./granted";
import { type PlacingDecision, requestOf, type WaitingTask } from "./waiting-task";

export interface Terms {
  pool: FreePool;
  funds: FundsLeft;
  /** Present price in cents per GPU-hour; null when the type no longer has one. */
  gpuPph: number | null;
  now: Date;
  /** Omitted: the product's own. */
  rules?: PlacingRules;
}

/**
 * Chooses a task's nodes: the largest allowed size that fits and that its tenant can pay (S6, S12), or null. `alone`: no
 * other funded task waits in its row of capacity, so that it may have more than gpus_min (S6).
 */
export function decidePlacing(task: WaitingTask, terms: Terms, { alone }: { alone: boolean }): PlacingDecision | null {
  const own = terms.pool.ownFence(task.resvGuid);
  const inTime = fencesInTime(task, terms);
  if (terms.pool.refuses(task.gpusMin, task.network, own | inTime)) return null;
  for (const gpus of alone ? grantedSizes(task) : [task.gpusMin]) {
    const pphCents = gpuPphOf(task, terms.gpuPph) * gpus;
    if (!terms.funds.cover(task, pphCents)) continue;
    const shares = sharesOf(task, gpus, terms.pool, { own, inTime });
    if (!shares) continue;
    const fenced = inTime === 0 ? shares : shares.map((share) => withFence(share, task, terms.pool));
    return { task, gpus, pphCents, shares: fenced };
  }
  return null;
}

/** Checks whether the smallest size of a task without a hold finds a place now, ignoring money. */
export function fits(task: WaitingTask, terms: Pick<Terms, "pool" | "now" | "rules">): boolean {
  return sharesOf(task, task.gpusMin, terms.pool, { own: 0, inTime: fencesInTime(task, terms) }) !== null;
}

/** Checks whether the tenant can pay for the smallest size now. */
export function isFunded(task: WaitingTask, { funds, gpuPph }: Pick<Terms, "funds" | "gpuPph">): boolean {
  return funds.cover(task, decidePph(task, gpuPph));
}

/** Returns the price of the task's smallest size in cents per hour, if it were placed now (B14). */
export function decidePph(task: WaitingTask, gpuPph: number | null): number {
  return gpuPphOf(task, gpuPph) * task.gpusMin;
}

/** Returns how long the task would stay on its nodes if it were placed now. */
export function stayOf(
  { tenantId, maxSeconds }: Pick<WaitingTask, "tenantId" | "maxSeconds">,
  now: Date,
  { declaredEnds }: PlacingRules = PLACING_RULES,
): Stay {
  return {
    tenantId,
    from: now,
    until: declaredEnds && maxSeconds > 0 ? new Date(now.getTime() + maxSeconds * 1000) : null,
  };
}

/** The fences open for gpus_min only. A task goes inside that of another one if nothing else is free. */
function sharesOf(
  task: WaitingTask,
  gpus: number,
  pool: FreePool,
  { own, inTime }: { own: OpenFences; inTime: OpenFences },
): Share[] | null {
  if (gpus > task.gpusMin) return pool.choose({ ...requestOf(task), gpus });
  const request = requestOf(task);
  return pool.choose(request, own) ?? (inTime === 0 ? null : pool.choose(request, own | inTime));
}

/**
 * Returns the fences whose task could not start before this one ends, given what runs inside (S16), even if this one begins
 * to run as late as it may: until it runs, its end would open the fence for others that end later still.
 */
function fencesInTime(
  { maxSeconds }: WaitingTask,
  { pool, now, rules = PLACING_RULES }: Pick<Terms, "pool" | "now" | "rules">,
): OpenFences {
  if (maxSeconds === 0 || !rules.declaredEnds) return 0;
  return pool.fencesInUseUntil(new Date(now.getTime() + (START_WITHIN_S + maxSeconds) * 1000));
}

function withFence(share: Share, { resvGuid }: WaitingTask, pool: FreePool): Share {
  const fenceOf = pool.get(share.nodeId)?.fencedFor;
  return fenceOf && fenceOf !== resvGuid ? { ...share, fenceOf } : share;
}

/** The lower of the price when accepted and the tenant's price now (B14). */
function gpuPphOf({ acceptedGpuPph, percentOff = 0 }: WaitingTask, gpuPph: number | null): number {
  return gpuPph === null ? acceptedGpuPph : Math.min(acceptedGpuPph, discounted(gpuPph, percentOff));
}
