import type { Tx } from "~/platform/db.server";
import { suspendAccess } from "./suspend-access.server";
import { writeAudit } from "~/platform/write-audit.server";

interface Freeze {
  tenantId: number;
  /** The reason for the suspension. Only a call with the same reason lifts it. */
  reason: string;
  now: Date;
}

const IS_OWNER = "id in (select user_id from member where tenant_id = $1 and role = 'owner')";

/**
 * Suspends the owner of a tenant by rule, not by an admin (6.5). This closes the tenant for all members (16.6) and
 * stops its tasks. Staff keep their access.
 */
export async function freezeTenant(tx: Tx, { tenantId, reason, now }: Freeze): Promise<void> {
  const users = await tx.query<{ id: number }>(
    `select id from user_account where ${IS_OWNER} and role = 'customer' and state = 'active' order by id for update`,
    [tenantId],
  );
  for (const { id: userId } of users) {
    await suspendAccess(tx, { userId, reason, now });
    await recordChange(tx, { userId, action: "user.suspend", from: "active", to: "suspended", reason, now });
  }
}

/** Restores the users whom this reason suspended; stopped tasks stay stopped. */
export async function unfreezeTenant(tx: Tx, { tenantId, reason, now }: Freeze): Promise<void> {
  const users = await tx.query<{ id: number }>(
    `update user_account set state = 'active', suspended_reason = '', updated_at = $3
     where ${IS_OWNER} and state = 'suspended' and suspended_reason = $2 returning id`,
    [tenantId, reason, now],
  );
  for (const { id: userId } of users)
    await recordChange(tx, { userId, action: "user.restore", from: "suspended", to: "active", reason, now });
}

/** Replaces an ended reason by another one that keeps the users suspended. */
export async function refreezeTenant(
  tx: Tx,
  given: { tenantId: number; reason: string; newReason: string },
): Promise<void> {
  await tx.query(
    `update user_account set suspended_reason = $3 where ${IS_OWNER} and state = 'suspended' and suspended_reason = $2`,
    [given.tenantId, given.reason, given.newReason],
  );
}

async function recordChange(
  tx: Tx,
  given: { userId: number; action: string; from: string; to: string; reason: string; now: Date },
): Promise<void> {
  const { userId, action, from, to, reason, now } = given;
  await writeAudit(
    {
      userId: null,
      action,
      target: `user:${userId}`,
      requestId: "",
      now,
      before: { state: from },
      after: { state: to, reason },
    },
    tx,
  );
}
