import { db } from "~/platform/db.server";
import { M } from "./messages";

/**
 * Names tenants in rehearsals as they are called from now on: variants and faults name them as they were typed (A44).
 * Call it before their names change.
 */
export async function renameInRehearsals({ tenantId, to }: { tenantId: number; to: string }): Promise<void> {
  const [tenant] = await db.query<{ name: string }>(`select tenant_name as name from tenant where id = $1`, [tenantId]);
  if (!tenant) return;
  const inInput = (name: string) => `"tenant_name": ${JSON.stringify(name)}`;
  await db.query(
    `update rehearsal set input = replace(input::text, $1, $2)::jsonb, fault = replace(fault, $3, $4)
     where strpos(input::text, $1) > 0`,
    [inInput(tenant.name), inInput(to), M.rehearsalNoTenant(tenant), M.rehearsalNoTenant({ name: to })],
  );
}
