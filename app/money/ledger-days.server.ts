import { db } from "~/platform/db.server";
import type { Days } from "~/platform/day-range";
import type { TransactionKind } from "./transaction-kinds";
import type { Units } from "./units";

export interface DayMovement {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  kind: TransactionKind;
  /** Positive for the tenant: charges of tasks are negative. */
  units: Units;
}

/** Lists a tenant's income and spend on these days, by kind; omits days without movements. */
export async function listDayMovements(asked: { tenantId: number; days: Days }): Promise<DayMovement[]> {
  return await db.query<DayMovement>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind, units from ledger_day
     where tenant_id = $1 and unit = 'usd' and day between $2 and $3 order by day, kind`,
    [asked.tenantId, asked.days.start, asked.days.end],
  );
}
