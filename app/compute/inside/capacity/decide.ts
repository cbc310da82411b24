import { discounted } from "~/compute/gpu-cost";
import { PLACING_RULES, type PlacingRules } from "~/compute/placing-rules";
import type { FreePool, Share, Stay } from "./free-pool";
import type { FundsLeft } from "./funds";
import { grantedSizes } from "./granted";
import type { PlacingDecision, WaitingTask } from "./waiting-task";

export interface Terms {
  pool: FreePool;
  funds: FundsLeft;
  /** Present price in cents per GPU-hour; null when the type no longer has one. */
  gpuPph: number | null;
  now: Date;
  /** Omitted: the product's own. */
  rules?: PlacingRules;
}

interface Standing {
  /** True if it holds the fence. */
  holds: boolean;
  /** True if no other funded task waits in its row of capacity, so that it may have more than gpus_min (S6). */
  alone: boolean;
}

/** Chooses a task's nodes: the largest allowed size that fits and that its tenant can pay (S6, S12), or null. */
export function decidePlacing(task: WaitingTask, terms: Terms, { holds, alone }: Standing): PlacingDecision | null {
  const fenceOpen = holds || endsInTime(task, terms);
  if (isRefused(task, terms.pool, fenceOpen)) return null;
  for (const gpus of alone ? grantedSizes(task) : [task.gpusMin]) {
    const pphCents = gpuPphOf(task, terms.gpuPph) * gpus;
    if (!terms.funds.cover(task, pphCents)) continue;
    const shares = sharesOf(task, gpus, terms.pool, { holds, fenceOpen });
    if (!shares) continue;
    const decision = { task, gpus, pphCents, shares };
    const isInside = fenceOpen && !holds && shares.some(({ nodeId }) => terms.pool.get(nodeId)?.fenced);
    return isInside ? { ...decision, insideFence: true } : decision;
  }
  return null;
}

/** Checks whether the task's smallest size finds a place now, ignoring money. */
export function fits(task: WaitingTask, terms: Pick<Terms, "pool" | "now" | "rules">): boolean {
  const fenceOpen = endsInTime(task, terms);
  return sharesOf(task, task.gpusMin, terms.pool, { holds: false, fenceOpen }) !== null;
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

/** The fence opens for gpus_min only. Tasks other than the hold's go there if nothing outside is free. */
function sharesOf(
  { gpusMin, network, needs = null, image = null, tenantId }: WaitingTask,
  gpus: number,
  pool: FreePool,
  { holds, fenceOpen }: { holds: boolean; fenceOpen: boolean },
): Share[] | null {
  const request = { gpus, network, needs, image, tenantId };
  if (!fenceOpen || gpus > gpusMin) return pool.choose(request);
  return holds ? pool.chooseInsideFence(request) : (pool.choose(request) ?? pool.chooseInsideFence(request));
}

/** Checks whether the task ends before the hold's task could start, given what runs on the fenced nodes (S16). */
function endsInTime(
  { maxSeconds }: WaitingTask,
  { pool, now, rules = PLACING_RULES }: Pick<Terms, "pool" | "now" | "rules">,
): boolean {
  if (maxSeconds === 0 || !rules.declaredEnds) return false;
  const fenceFreeBy = pool.fenceFreeBy();
  return fenceFreeBy !== null && now.getTime() + maxSeconds * 1000 <= fenceFreeBy.getTime();
}

function isRefused({ gpusMin, network }: WaitingTask, pool: FreePool, fenceOpen: boolean): boolean {
  return fenceOpen ? pool.refusesInside(gpusMin, network) : pool.refuses(gpusMin, network);
}

/** The lower of the price when accepted and the tenant's price now (B14). */
function gpuPphOf({ acceptedGpuPph, percentOff = 0 }: WaitingTask, gpuPph: number | null): number {
  return gpuPph === null ? acceptedGpuPph : Math.min(acceptedGpuPph, discounted(gpuPph, percentOff));
}
