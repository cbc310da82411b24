import type { Tx } from "~/platform/db.server";

/** Makes a tenant's newest card the default if none is (3.4). */
export async function promoteNewest(tx: Tx, tenantId: number): Promise<void> {
  await tx.query(
    `update card set is_default = true where pm_id = (
       select pm_id from card where tenant_id = $1 and removed_at is null order by added_at desc, pm_id limit 1)
     and not exists (select from card where tenant_id = $1 and removed_at is null and is_default)`,
    [tenantId],
  );
}
