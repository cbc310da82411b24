import { db } from "~/platform/db.server";
import { VOLUME_IS_CHARGED } from "./charged-volumes.server";

/** Tenants with anything that may be charged, each once. */
export const CHARGED_TENANTS = `select tenant_id from task where state = 'running'
  union select tenant_id from volume where ${VOLUME_IS_CHARGED}`;

/** Selects the tenants with a task or a volume that is being charged. */
export async function listTenantsWithCharges({
  tenantIds,
}: {
  tenantIds: readonly number[];
}): Promise<{ tenantId: number; tenantName: string }[]> {
  return await db.query<{ tenantId: number; tenantName: string }>(
    `select id as "tenantId", tenant_name as "tenantName" from tenant where id = any($1::int[]) and exists (
       select from task where tenant_id = tenant.id and state = 'running' and charged_to is not null
         union all select from volume where tenant_id = tenant.id and ${VOLUME_IS_CHARGED})
     order by id`,
    [tenantIds],
  );
}
