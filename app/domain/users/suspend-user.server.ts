import { type Tx, transaction } from "~/db.server";
import { Refusal } from "~/domain/refusal";
import { requestStop } from "~/domain/tasks/stop-task.server";
import { type AdminAct, lockUser } from "./lock-user.server";
import { endOtherSessions } from "./session.server";
import { writeAudit } from "./write-audit.server";

/**
 * Takes a user's access: sessions end, keys are refused, all tasks of the tenant stop (6.7). The balance stays.
 * Refuses with M98, and anyone who is not active.
 */
export async function suspendUser(given: AdminAct & { reason: string }): Promise<void> {
  const { actorId, userId, reason, requestId, now } = given;
  await transaction(async (tx) => {
    const user = await lockUser(tx, given);
    if (user.state !== "active")
      throw new Refusal(`Only an active user can be suspended; this one is ${user.state}.`);
    await tx.query(
      `update user_account set state = 'suspended', suspended_reason = $2, updated_at = $3 where id = $1`,
      [userId, reason, now],
    );
    await stopAll(tx, user.tenantId, now);
    await endOtherSessions(tx, { userId, keep: null });
    await writeAudit(
      {
        userId: actorId,
        action: "user.suspend",
        target: `user:${userId}`,
        before: { state: user.state },
        after: { state: "suspended", reason },
        requestId,
        now,
      },
      tx,
    );
  });
}

/** Gives the access back; what was stopped stays stopped. */
export async function restoreUser(given: AdminAct): Promise<void> {
  const { actorId, userId, requestId, now } = given;
  await transaction(async (tx) => {
    const { state } = await lockUser(tx, given);
    if (state !== "suspended")
      throw new Refusal(`Only a suspended user can be restored; this one is ${state}.`);
    await tx.query(
      `update user_account set state = 'active', suspended_reason = '', updated_at = $2 where id = $1`,
      [userId, now],
    );
    await writeAudit(
      {
        userId: actorId,
        action: "user.restore",
        target: `user:${userId}`,
        before: { state },
        after: { state: "active" },
        requestId,
        now,
      },
      tx,
    );
  });
}

async function stopAll(tx: Tx, tenantId: number, now: Date): Promise<void> {
  const unfinished = await tx.query<{ resv_guid: string }>(
    `select resv_guid from task where tenant_id = $1 and finished_at is null order by resv_guid`,
    [tenantId],
  );
  const resvGuids = unfinished.map((task) => task.resv_guid);
  await requestStop(tx, { resvGuids, target: "killed", reason: "account suspended", now });
}
