import { transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { type AdminAct, lockUser } from "./lock-user.server";
import { suspendAccess } from "~/accounts/suspend-access.server";
import { writeAudit } from "~/platform/write-audit.server";

/**
 * Suspends a user: sessions end, keys are refused, and all tasks of their tenants stop (6.7). The balance stays.
 * Refuses with M98, and users who are not active.
 */
export async function suspendUser(given: AdminAct & { reason: string }): Promise<void> {
  const { actorId, userId, reason, requestId, now } = given;
  await transaction(async (tx) => {
    const user = await lockUser(tx, given, "access.act");
    if (user.state !== "active") throw new Refusal(`Only an active user can be suspended; this one is ${user.state}.`);
    await suspendAccess(tx, { userId, reason, now });
    await writeAudit(
      {
        userId: actorId,
        action: "user.suspend",
        target: `user:${userId}`,
        tenantId: user.tenantId,
        reason,
        before: { state: user.state },
        after: { state: "suspended", reason },
        requestId,
        now,
      },
      tx,
    );
  });
}

/** Restores a user; stopped tasks stay stopped. */
export async function restoreUser(given: AdminAct): Promise<void> {
  const { actorId, userId, requestId, now } = given;
  await transaction(async (tx) => {
    const { state, tenantId } = await lockUser(tx, given, "access.act");
    if (state !== "suspended") throw new Refusal(`Only a suspended user can be restored; this one is ${state}.`);
    // A restored account is kept: a pending request to delete it ends.
    await tx.query(`delete from account_deletion where user_id = $1`, [userId]);
    await tx.query(`update user_account set state = 'active', suspended_reason = '', updated_at = $2 where id = $1`, [
      userId,
      now,
    ]);
    await writeAudit(
      {
        userId: actorId,
        action: "user.restore",
        target: `user:${userId}`,
        tenantId,
        before: { state },
        after: { state: "active" },
        requestId,
        now,
      },
      tx,
    );
  });
}
