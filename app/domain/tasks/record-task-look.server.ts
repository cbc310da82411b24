import { db } from "~/db.server";
import { recordLook } from "~/domain/audit/record-look.server";
import { isStaff, type Role } from "~/domain/role";

/** That staff read a task of somebody else's account (3.1); of the own account, and by customers, nothing is written. */
export async function recordTaskLook(look: {
  viewer: { userId: number; tenantId: number; role: Role };
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
