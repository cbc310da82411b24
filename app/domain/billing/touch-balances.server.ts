import type { Tx } from "~/db.server";

/**
 * Says that what these tenants have or pay per hour has changed: raises the version of their `balance` event and
 * announces it (5.2). Belongs in the same transaction as the change.
 */
export async function touchBalances(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await tx.query(`with ${touchOf("select unnest($1::int[])")} select pg_notify('millrace_outbox', '')`, [
    [...new Set(tenantIds)],
  ]);
}

/** The same as parts of a `with`, for the tenants that a query names. The statement has to notify by itself. */
export function touchOf(tenantIds: string): string {
  return `raised as (
    update tenant set balance_version = balance_version + 1
    where id in (select id from tenant where id in (${tenantIds}) order by id for no key update)
    returning id, tenant_name
  ), touched as (
    insert into outbox (entity, key, tenant_id) select 'balance', tenant_name, id from raised
  )`;
}
