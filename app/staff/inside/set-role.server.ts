import { transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { type AdminAct, lockUser } from "./lock-user.server";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { lostRights } from "~/platform/staff-rights";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/staff/messages";
import { endRights } from "./end-rights.server";

/** Changes a user's role (3.1) and returns its label. What came with the rights that they lose ends. Refuses with M98 and M197. */
export async function setRole(given: AdminAct & { role: string }): Promise<string> {
  const { actorId, userId, role, requestId, now } = given;
  return await transaction(async (tx) => {
    const user = await lockUser(tx, given, "staff.act");
    await refuseWhileAddressMoves(tx, actorId, now);
    if (user.state !== "active")
      throw new Refusal(`Only an active user's role can be changed; this user is ${user.state}.`);
    // Their rights stay as they are until the commit.
    const roles = await tx.query<{ name: string; label: string; rights: string[] }>(
      `select name, label, rights from user_role where name in ($1, $2) order by name for key share`,
      [user.role, role],
    );
    const [before, after] = [user.role, role].map((name) => roles.find((one) => one.name === name));
    if (!after) throw Refusal.ofField("role", M.unreadable);
    await endRights(tx, { userIds: [userId], lost: lostRights(before?.rights ?? [], after.rights), now });
    await tx.query(`update user_account set role = $2, updated_at = $3 where id = $1`, [userId, role, now]);
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
    return after.label;
  });
}
