import { db } from "~/db.server";

/** Which of these tenants have a task that is being charged. */
export async function listTenantsWithCharges({
  tenantIds,
}: {
  tenantIds: readonly number[];
}): Promise<{ tenantId: number; tenantName: string }[]> {
  return await db.query<{ tenantId: number; tenantName: string }>(
    `select id as "tenantId", tenant_name as "tenantName" from tenant where id = any($1::int[]) and exists (
       select from task where tenant_id = tenant.id and state = 'running' and charged_to is not null)
     order by id`,
    [tenantIds],
  );
}
