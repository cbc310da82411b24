import { covers, type Funds } from "~/domain/billing/cover";
import type { WaitingTask } from "./waiting-task";

type Payer = Pick<WaitingTask, "tenantId" | "again" | "pph">;

/**
 * What tenants can still pay while a plan grows: each placed task counts for the next one (S12). A task that is
 * placed anew has counted all the time, so for itself its old price is left out.
 */
export class FundsLeft {
  private readonly tenants: Map<number, Funds>;

  constructor(tenants: ReadonlyMap<number, Funds>) {
    this.tenants = new Map(
      [...tenants].map(([tenantId, { availableUnits, committedPph }]) => [
        tenantId,
        { availableUnits, committedPph },
      ]),
    );
  }

  /** Whether the task's tenant has 600 s of money for all its tasks, this one at that price. */
  cover(task: Payer, pphCents: number): boolean {
    const funds = this.tenants.get(task.tenantId);
    return !!funds && covers(funds, pphCents - countedPph(task));
  }

  commit(task: Payer, pphCents: number): void {
    const funds = this.tenants.get(task.tenantId);
    if (funds) funds.committedPph += pphCents - countedPph(task);
  }
}

function countedPph(task: Payer): number {
  return task.again ? task.pph : 0;
}
