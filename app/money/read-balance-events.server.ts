import { db } from "~/platform/db.server";
import { toBalance, type TenantBalance } from "./read-balance.server";
import { readMoneyOf } from "./read-money.server";

/** The balances of these tenants for their live events (5.2). Omits unknown names. */
export async function readBalanceEvents({
  tenantNames,
  now,
}: {
  tenantNames: readonly string[];
  now: Date;
}): Promise<TenantBalance[]> {
  if (tenantNames.length === 0) return [];
  const tenants = await db.query<{ id: number }>(`select id from tenant where tenant_name = any($1::text[])`, [
    tenantNames,
  ]);
  return (await readMoneyOf({ tenantIds: tenants.map((tenant) => tenant.id), now })).map((money) =>
    toBalance(money, now),
  );
}
