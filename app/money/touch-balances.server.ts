import type { Tx } from "~/platform/db.server";

/**
 * Announces the `balance` event of these tenants (5.2), after a change of their money or of its rate. Call it in the
 * transaction of the change.
 */
export async function touchBalances(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await tx.query(`with ${touchOf("select unnest($1::int[])")} select pg_notify('millrace_outbox', '')`, [
    [...new Set(tenantIds)],
  ]);
}

/** Builds parts of a `with` that touch the balances of tenants in a query. The statement itself must notify. */
export function touchOf(tenantIds: string): string {
  return `touched as (
    insert into outbox (entity, key)
    select 'balance', tenant_name from tenant where id in (${tenantIds})
  )`;
}
