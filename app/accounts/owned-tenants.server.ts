import type { Queryable } from "~/platform/db.server";

/** The tenants that a user owns (16.1), including their own. */
export async function ownedTenants(from: Queryable, userId: number): Promise<number[]> {
  const rows = await from.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from member where user_id = $1 and role = 'owner' order by tenant_id`,
    [userId],
  );
  return rows.map(({ tenantId }) => tenantId);
}
