import type { Queryable } from "./db.server";

/** Returns the id of a tenant by its name; null for an unknown name. */
export async function findTenantId(from: Queryable, tenantName: string): Promise<number | null> {
  const [tenant] = await from.query<{ id: number }>(`select id from tenant where tenant_name = $1`, [tenantName]);
  return tenant?.id ?? null;
}
