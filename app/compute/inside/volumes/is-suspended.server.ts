import type { Tx } from "~/platform/db.server";

/**
 * Checks whether a tenant's owner is suspended, so that nobody can add funds (B10). An owner who waits for the account
 * to be deleted is not: they gave its data up.
 */
export async function isSuspended(tx: Tx, tenantId: number): Promise<boolean> {
  const owner = await tx.query(
    `select from member m join user_account u on u.id = m.user_id
     where m.tenant_id = $1 and m.role = 'owner' and u.state = 'suspended'
       and not exists (select from account_deletion d where d.user_id = u.id)`,
    [tenantId],
  );
  return owner.length > 0;
}
