import { coveredPph, type Funds } from "~/money/cover";
import { memberKey } from "~/money/member-key";
import type { WaitingTask } from "./waiting-task";

type Payer = Pick<WaitingTask, "tenantId" | "again" | "pph" | "startedBy">;

/**
 * The money that tenants have left while a plan grows: each placed task reduces it for the next (S12). A task that is
 * placed again was already counted, so its old price is added back for itself. A member with a limit has at most the
 * rest of that (16.8).
 */
export class FundsLeft {
  /** Cents per hour that each tenant's balance still covers. */
  private readonly tenants: Map<number, number>;
  /** Rest of members with a limit, by `memberKey`. */
  private readonly members: Map<string, number>;

  constructor(tenants: ReadonlyMap<number, Funds>, members: ReadonlyMap<string, Funds> = new Map()) {
    this.tenants = new Map([...tenants].map(([tenantId, funds]) => [tenantId, coveredPph(funds)]));
    this.members = new Map([...members].map(([key, funds]) => [key, coveredPph(funds)]));
  }

  /** Checks whether the task's tenant has money for 600 s of all its tasks, including this one at that price. */
  cover(task: Payer, pphCents: number): boolean {
    const left = this.tenants.get(task.tenantId);
    return left !== undefined && left >= pphCents - countedPph(task) && this.isWithinLimit(task, pphCents);
  }

  /** Checks whether the starter's limit, if any, covers 600 s of all their tasks, including this one at that price. */
  isWithinLimit(task: Payer, pphCents: number): boolean {
    const left = this.members.get(memberKey(task.tenantId, task.startedBy));
    return left === undefined || left >= pphCents - countedPph(task);
  }

  commit(task: Payer, pphCents: number): void {
    const left = this.tenants.get(task.tenantId);
    if (left !== undefined) this.tenants.set(task.tenantId, left - (pphCents - countedPph(task)));
    const key = memberKey(task.tenantId, task.startedBy);
    const own = this.members.get(key);
    if (own !== undefined) this.members.set(key, own - (pphCents - countedPph(task)));
  }
}

function countedPph(task: Payer): number {
  return task.again ? task.pph : 0;
}
