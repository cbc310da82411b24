import { covers, type Funds } from "~/domain/billing/cover";

/** What tenants can still pay while a plan grows: each placed task counts for the next one (S12). */
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

  /** Whether the tenant has 600 s of money for all its tasks and one more of that price. */
  cover(tenantId: number, pphCents: number): boolean {
    const funds = this.tenants.get(tenantId);
    return !!funds && covers(funds, pphCents);
  }

  commit(tenantId: number, pphCents: number): void {
    const funds = this.tenants.get(tenantId);
    if (funds) funds.committedPph += pphCents;
  }
}
