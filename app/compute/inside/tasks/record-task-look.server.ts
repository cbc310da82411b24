import { db } from "~/platform/db.server";
import { recordLook } from "~/platform/record-look.server";
import { isStaff } from "~/platform/role";

/** Records in the audit that staff read a task of another account (3.1); nothing for their own account or for customers. */
export async function recordTaskLook(look: {
  viewer: { userId: number; tenantId: number; role: string };
  resvGuid: string;
  requestId: string;
  now: Date;
}): Promise<void> {
  const { viewer, resvGuid } = look;
  if (!isStaff(viewer.role)) return;
  const [task] = await db.query<{ tenantId: number }>(`select tenant_id as "tenantId" from task where resv_guid = $1`, [
    resvGuid,
  ]);
  if (!task) return;
  await recordLook({ ...look, tenantId: task.tenantId, action: "task.view", target: `task:${resvGuid}` });
}
