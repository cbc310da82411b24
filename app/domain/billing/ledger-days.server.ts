import { db } from "~/db.server";
import type { Days } from "~/domain/day-range";
import type { TransactionKind } from "./transaction-kinds";
import type { Units } from "./units";

export interface DayMovement {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  kind: TransactionKind;
  /** Positive to the tenant: what tasks were charged is negative. */
  units: Units;
}

/** What a tenant's money gained and spent on each of these days, by kind; days without movements are left out. */
export async function listDayMovements(asked: { tenantId: number; days: Days }): Promise<DayMovement[]> {
  return await db.query<DayMovement>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind, units from ledger_day
     where tenant_id = $1 and unit = 'usd' and day between $2 and $3 order by day, kind`,
    [asked.tenantId, asked.days.start, asked.days.end],
  );
}
