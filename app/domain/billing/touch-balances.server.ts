import type { Tx } from "~/db.server";

/**
 * Says that what these tenants have or pay per hour has changed: raises the version of their `balance` event and
 * announces it (5.2). Belongs in the same transaction as the change.
 */
export async function touchBalances(tx: Tx, tenantIds: readonly number[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await tx.query(
    `with touched as (
       update tenant set balance_version = balance_version + 1
       where id in (select id from tenant where id = any($1) order by id for no key update)
       returning id, tenant_name)
     insert into outbox (entity, key, tenant_id) select 'balance', tenant_name, id from touched`,
    [[...new Set(tenantIds)]],
  );
  await tx.query(`select pg_notify('millrace_outbox', '')`);
}
