import { db, type Queryable } from "~/platform/db.server";
import { readAvailable } from "./read-available.server";
import { type Cents, divideDown, UNITS_PER_CENT, wholeCents } from "./units";

/** A tenant's balance and debt, in whole cents. */
export interface Standing {
  /** The balance that is shown: below 0 if the tenant owes (B6). */
  balance: Cents;
  /** The tenant's debt, rounded up, since the balance is rounded down. */
  owed: Cents;
}

/** Balance and debt of a tenant at `now`. */
export async function readStanding(
  { tenantId, now }: { tenantId: number; now: Date },
  q: Queryable = db,
): Promise<Standing> {
  const money = (await readAvailable(q, [tenantId], now)).get(tenantId);
  if (!money) throw new Error(`tenant ${tenantId} has no accounts`);
  const owed = -divideDown(-money.owedUnits, UNITS_PER_CENT);
  return { balance: wholeCents(money.availableUnits), owed: owed as Cents };
}
