import type { Queryable } from "~/db.server";

/** The tenants that a user owns: those that their export holds, and that end with their account. */
export async function ownedTenants(from: Queryable, userId: number): Promise<number[]> {
  const rows = await from.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from user_account where id = $1`,
    [userId],
  );
  return rows.map(({ tenantId }) => tenantId);
}
