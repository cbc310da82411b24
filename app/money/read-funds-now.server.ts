import { db } from "~/platform/db.server";
import type { FundsNow } from "./funds-with-task";
import { readAvailable } from "./read-available.server";

/** Reads a tenant's funds at `now`; null without ledger accounts. */
export async function readFundsNow({ tenantId, now }: { tenantId: number; now: Date }): Promise<FundsNow | null> {
  const found = (await readAvailable(db, [tenantId], now)).get(tenantId);
  if (!found) return null;
  const atTs = Math.floor(now.getTime() / 1000);
  return { availableUnits: Number(found.availableUnits), committedPph: found.committedPph, atTs };
}
