import { db } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";

/** @throws Refusal M04 (404) unless it is a task of this tenant. */
export async function requireOwnTask(resvGuid: string, tenantId: number): Promise<void> {
  const own = await db.query(`select from task where resv_guid = $1 and tenant_id = $2`, [resvGuid, tenantId]);
  if (own.length === 0) throw new Refusal(M.notFound, { status: 404 });
}
