import { listDayMovements } from "~/money/ledger-days.server";
import { asUnits, unitsToDollars4 } from "~/money/units";
import { daysBack, eachDay } from "~/platform/day-range";
import { isCharge } from "~/money/transaction-kinds";

const DAYS = 30;

export interface SpendDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Dollars charged for tasks and volumes. */
  spent: number;
  /** Dollars of all other movements, below 0 if taken: top-ups, codes, refunds, adjustments. */
  others: number;
}

/** Reads a tenant's money movements of each of the last 30 days, today included, oldest first. */
export async function readSpend({ tenantId, now }: { tenantId: number; now: Date }): Promise<SpendDay[]> {
  const days = daysBack(DAYS, now);
  const movements = await listDayMovements({ tenantId, days });
  return eachDay(days).map((day) => {
    const ofDay = movements.filter((movement) => movement.day === day);
    const sum = (charges: boolean) =>
      asUnits(ofDay.filter(({ kind }) => isCharge(kind) === charges).reduce((units, one) => units + one.units, 0n));
    return { day, spent: unitsToDollars4(asUnits(-sum(true))), others: unitsToDollars4(sum(false)) };
  });
}
