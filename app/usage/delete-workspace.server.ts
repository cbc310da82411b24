import { type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { adminTokenFrom, storedAdminToken } from "./inside/workspaces/admin-token.server";
import type { WorkspaceTokens } from "./create-workspace.server";
import { endKeys, makeKeyOf } from "./inside/workspaces/inference-keys.server";
import { NAME_KEPT_DAYS } from "./inside/workspaces/kept-days";
import { holdForOwner, lockWorkspace } from "./inside/workspaces/lock-workspace.server";
import type { StaffAct } from "./inside/workspaces/staff-act";

/** Deletes a workspace: its tokens end at once, its name and its users are kept for 30 days (A16). @throws Refusal M94. */
export async function deleteWorkspace({ name, actorId, requestId, now }: StaffAct & { name: string }): Promise<void> {
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: actorId, now }, "usage.act");
    const { id, tenantId } = await lockWorkspace(tx, name);
    await tx.query(
      `update workspace set deleted_at = $2, admin_hash = null, admin_encrypted = '', admin_last4 = '' where id = $1`,
      [id, now],
    );
    await endKeys(tx, { workspaceId: id, at: now });
    const audit = { userId: actorId, action: "workspace.delete", target: `workspace:${name}`, tenantId };
    await writeAudit({ ...audit, after: { deleted_at: now.toISOString() }, requestId, now }, tx);
  });
}

/** Brings a deleted workspace back with new tokens; the old ones stay invalid. @throws Refusal M94 after 30 days. */
export async function undoDelete(given: StaffAct & { name: string }): Promise<WorkspaceTokens> {
  const { name, actorId, requestId, now } = given;
  const adminToken = adminTokenFrom("");
  return await transaction(async (tx) => {
    await holdForOwner(tx, given);
    const deleted = await lockDeleted(tx, name, now);
    const { id: workspaceId, tenantId, userId, maxUsers } = deleted;
    const { hash, encrypted, last4 } = storedAdminToken(adminToken);
    await tx.query(
      `update workspace set deleted_at = null, admin_hash = $2, admin_encrypted = $3, admin_last4 = $4 where id = $1`,
      [workspaceId, hash, encrypted, last4],
    );
    const inferenceToken = await makeKeyOf(tx, { workspaceId, tenantId, userId, now });
    const audit = { userId: actorId, action: "workspace.undo-delete", target: `workspace:${name}`, tenantId };
    const before = { deleted_at: deleted.deletedAt.toISOString() };
    await writeAudit({ ...audit, before, after: { shown: 2 }, requestId, now }, tx);
    return { name, maxUsers, inferenceToken, adminToken };
  });
}

interface Deleted {
  id: number;
  tenantId: number;
  userId: number;
  maxUsers: number;
  deletedAt: Date;
  state: string;
  handedOver: boolean;
}

async function lockDeleted(tx: Tx, name: string, now: Date): Promise<Deleted> {
  const [row] = await tx.query<Deleted>(
    `select w.id, w.tenant_id as "tenantId", w.owner_id as "userId", w.max_users as "maxUsers",
       w.deleted_at as "deletedAt", u.state, u.tenant_id <> w.tenant_id as "handedOver"
     from workspace w join user_account u on u.id = w.owner_id
     where w.name = $1 and w.deleted_at > $2::timestamptz - $3 * interval '1 day' for update of w`,
    [name, now, NAME_KEPT_DAYS],
  );
  if (!row) throw new Refusal(M.noSuchWorkspace);
  if (row.state === "closed") throw new Refusal("The account of this workspace's owner is closed.");
  if (row.handedOver) throw new Refusal("This workspace's owner has handed over the account that it belongs to.");
  return row;
}
