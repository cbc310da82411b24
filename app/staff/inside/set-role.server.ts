import { transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { Refusal } from "~/platform/refusal";
import { type AdminAct, lockUser } from "./lock-user.server";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { endAdminAccess } from "~/accounts/end-admin-access.server";
import { hasRole, type Role } from "~/platform/role";
import { writeAudit } from "~/platform/write-audit.server";

/** Changes a user's role (3.1). Their sockets reconnect with the new rights (5.1). Refuses with M98 and M197. */
export async function setRole(given: AdminAct & { role: Role }): Promise<void> {
  const { actorId, userId, role, requestId, now } = given;
  await transaction(async (tx) => {
    const user = await lockUser(tx, given);
    await refuseWhileAddressMoves(tx, actorId, now);
    if (user.state !== "active")
      throw new Refusal(`Only an active user's role can be changed; this user is ${user.state}.`);
    // Only admins enrol nodes (6.7), and only operators lead alerts somewhere (21.6).
    const lost = (user.role === "admin" || user.role === "operator") && !hasRole(role, user.role);
    if (lost) await endAdminAccess(tx, { userId, now });
    await tx.query(`update user_account set role = $2, updated_at = $3 where id = $1`, [userId, role, now]);
    // A view as customer ends with the role that allowed it, also if the role comes back (16.12).
    const sessions = await tx.query<{ id: string }>(
      `update session set view_tenant_id = null, view_until = null where user_id = $1 returning id`,
      [userId],
    );
    await command(
      tx,
      sessions.map(({ id }) => ({ command: "session" as const, key: id })),
    );
    await writeAudit(
      {
        userId: actorId,
        action: "user.set-role",
        target: `user:${userId}`,
        tenantId: user.tenantId,
        before: { role: user.role },
        after: { role },
        requestId,
        now,
      },
      tx,
    );
  });
}
