import { coveredPph, type Funds } from "~/money/cover";
import { limitsOf } from "~/money/limit-key";
import type { WaitingTask } from "./waiting-task";

type Payer = Pick<WaitingTask, "tenantId" | "again" | "pph" | "startedBy" | "keyLineId">;

/**
 * The money that tenants have left while a plan grows: each placed task reduces it for the next (S12). A task that is
 * placed again was already counted, so its old price is added back for itself. A member or an API key with a
 * limit has at most the rest of that (16.8, 16.11).
 */
export class FundsLeft {
  /** Cents per hour that each tenant's balance still covers. */
  private readonly tenants: Map<number, number>;
  /** Rest of limits of members and keys, by `limitKey`. */
  private readonly limits: Map<string, number>;

  constructor(tenants: ReadonlyMap<number, Funds>, limits: ReadonlyMap<string, Funds> = new Map()) {
    this.tenants = new Map([...tenants].map(([tenantId, funds]) => [tenantId, coveredPph(funds)]));
    this.limits = new Map([...limits].map(([key, funds]) => [key, coveredPph(funds)]));
  }

  /** Checks whether the task's tenant has money for 600 s of all its tasks, including this one at that price. */
  cover(task: Payer, pphCents: number): boolean {
    const left = this.tenants.get(task.tenantId);
    return left !== undefined && left >= pphCents - countedPph(task) && this.isWithinLimit(task, pphCents);
  }

  /** Checks whether the limits of the starter and of their key, if any, cover 600 s of all their tasks, including this one at that price. */
  isWithinLimit(task: Payer, pphCents: number): boolean {
    if (this.limits.size === 0) return true;
    return [...this.limitsOf(task).values()].every((left) => left >= pphCents - countedPph(task));
  }

  commit(task: Payer, pphCents: number): void {
    const left = this.tenants.get(task.tenantId);
    if (left !== undefined) this.tenants.set(task.tenantId, left - (pphCents - countedPph(task)));
    for (const [key, own] of this.limitsOf(task)) this.limits.set(key, own - (pphCents - countedPph(task)));
  }

  private limitsOf({ tenantId, startedBy = null, keyLineId }: Payer): Map<string, number> {
    return limitsOf(this.limits, { tenantId, userId: startedBy, keyLineId });
  }
}

function countedPph(task: Payer): number {
  return task.again ? task.pph : 0;
}
