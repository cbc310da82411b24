import { coveredPph, type Funds } from "~/domain/billing/cover";
import type { WaitingTask } from "./waiting-task";

type Payer = Pick<WaitingTask, "tenantId" | "again" | "pph">;

/**
 * What tenants can still pay while a plan grows: each placed task counts for the next one (S12). A task that is
 * placed again has counted all the time, so for itself its old price is left out.
 */
export class FundsLeft {
  /** Cents per hour that each tenant can still take on. */
  private readonly tenants: Map<number, number>;

  constructor(tenants: ReadonlyMap<number, Funds>) {
    this.tenants = new Map([...tenants].map(([tenantId, funds]) => [tenantId, coveredPph(funds)]));
  }

  /** Whether the task's tenant has 600 s of money for all its tasks, this one at that price. */
  cover(task: Payer, pphCents: number): boolean {
    const left = this.tenants.get(task.tenantId);
    return left !== undefined && left >= pphCents - countedPph(task);
  }

  commit(task: Payer, pphCents: number): void {
    const left = this.tenants.get(task.tenantId);
    if (left !== undefined) this.tenants.set(task.tenantId, left - (pphCents - countedPph(task)));
  }
}

function countedPph(task: Payer): number {
  return task.again ? task.pph : 0;
}
