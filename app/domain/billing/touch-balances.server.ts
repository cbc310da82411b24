import type { Tx } from "~/db.server";

/**
 * Says that what these tenants have or pay per hour has changed: announces their `balance` event (5.2). Belongs in the
 * same transaction as the change.
 */
export async function touchBalances(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await tx.query(`with ${touchOf("select unnest($1::int[])")} select pg_notify('millrace_outbox', '')`, [
    [...new Set(tenantIds)],
  ]);
}

/** The same as parts of a `with`, for the tenants that a query names. The statement has to notify by itself. */
export function touchOf(tenantIds: string): string {
  return `touched as (
    insert into outbox (entity, key)
    select 'balance', tenant_name from tenant where id in (${tenantIds})
  )`;
}
