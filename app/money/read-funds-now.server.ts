import { db } from "~/platform/db.server";
import type { FundsNow } from "./funds-with-task";
import { readAvailable } from "./read-available.server";

/** Reads a tenant's funds at `now`; null without ledger accounts. */
export async function readFundsNow({ tenantId, now }: { tenantId: number; now: Date }): Promise<FundsNow | null> {
  return (await readFundsOf({ tenantIds: [tenantId], now })).get(tenantId) ?? null;
}

/** Reads the funds of several tenants at `now`; those without ledger accounts are omitted. */
export async function readFundsOf(asked: { tenantIds: number[]; now: Date }): Promise<Map<number, FundsNow>> {
  const { tenantIds, now } = asked;
  const atTs = Math.floor(now.getTime() / 1000);
  return new Map(
    [...(await readAvailable(db, tenantIds, now))].map(([tenantId, { availableUnits, committedPph }]) => [
      tenantId,
      { availableUnits: Number(availableUnits), committedPph, atTs },
    ]),
  );
}
