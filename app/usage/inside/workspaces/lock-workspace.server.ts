import type { Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import type { StaffAct } from "./staff-act";

interface LockedWorkspace {
  id: number;
  tenantId: number;
  /** The owner. */
  userId: number;
  maxUsers: number;
  /** Last four characters of the admin token. */
  adminLast4: string;
}

/** Locks the workspace of that name for a change. @throws Refusal M94, also for a deleted one. */
export async function lockWorkspace(tx: Tx, name: string): Promise<LockedWorkspace> {
  const [row] = await tx.query<LockedWorkspace>(
    `select id, tenant_id as "tenantId", owner_id as "userId", max_users as "maxUsers", admin_last4 as "adminLast4"
     from workspace where name = $1 and deleted_at is null for update`,
    [name],
  );
  if (!row) throw new Refusal(M.noSuchWorkspace);
  return row;
}

/** Holds the admin's right, and the workspace's owner, for whom a key is made, until the commit. @throws Refusal M02. */
export async function holdForOwner(tx: Tx, { name, actorId, now }: StaffAct & { name: string }): Promise<void> {
  const [seen] = await tx.query<{ ownerId: number }>(`select owner_id as "ownerId" from workspace where name = $1`, [
    name,
  ]);
  await holdStaffRight(tx, { userId: actorId, ownerId: seen?.ownerId, now }, "usage.act");
}
