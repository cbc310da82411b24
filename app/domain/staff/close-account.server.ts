import { type Tx, transaction } from "~/db.server";
import { readAvailable } from "~/domain/billing/read-available.server";
import { UNITS_PER_CENT } from "~/domain/billing/units";
import { endEndpoints } from "~/domain/endpoints/switch-off.server";
import { OPEN_STATES } from "~/domain/payments/top-up-state";
import { Refusal } from "~/domain/refusal";
import { ownedTenants } from "~/domain/accounts/teams/owned-tenants.server";
import { type AdminAct, lockUser } from "./lock-user.server";
import { endOtherSessions } from "~/domain/accounts/session.server";
import { endTwoFactor } from "~/domain/accounts/two-factor/two-factor.server";
import { writeAudit } from "~/domain/audit/write-audit.server";

/**
 * Closes an account for good: the address is free again, keys, sessions and webhooks end, also of
 * other tenants that they own, and so does being a member elsewhere; the ledger stays (6.7).
 * Refuses with M98, and while there is an unfinished task, a cent of balance or a debt.
 */
export async function closeAccount(given: AdminAct): Promise<void> {
  const { actorId, userId, requestId, now } = given;
  await transaction(async (tx) => {
    const user = await lockUser(tx, given);
    if (user.state === "closed") throw new Refusal("This account is closed already.");
    const owned = await ownedTenants(tx, userId);
    for (const tenantId of owned) await refuseWhileInUse(tx, tenantId, now);
    await tx.query(
      `update user_account set state = 'closed', email = null, password_hash = null, updated_at = $2 where id = $1`,
      [userId, now],
    );
    await endTwoFactor(tx, { userId });
    await tx.query(`update api_key set revoked_at = $2 where user_id = $1 and revoked_at is null`, [userId, now]);
    await tx.query(`delete from ssh_key where tenant_id = any($1::int[])`, [owned]);
    await tx.query(`delete from member where user_id = $1 and role <> 'owner'`, [userId]);
    await tx.query(
      `update invitation set state = 'withdrawn' where state = 'open' and (invited_by = $1 or tenant_id = any($2::int[]))`,
      [userId, owned],
    );
    await tx.query(`delete from device_login where user_id = $1`, [userId]);
    for (const tenantId of owned) await endEndpoints(tx, { tenantId, error: "The account was closed." });
    await tx.query(`delete from workspace_user where user_id = $1`, [userId]);
    await tx.query(`delete from mail_link where user_id = $1`, [userId]);
    await endOtherSessions(tx, { userId, keep: null });
    await writeAudit(
      {
        userId: actorId,
        action: "user.close",
        target: `user:${userId}`,
        tenantId: user.tenantId,
        before: { state: user.state },
        after: { state: "closed" },
        requestId,
        now,
      },
      tx,
    );
  });
}

async function refuseWhileInUse(tx: Tx, tenantId: number, now: Date): Promise<void> {
  const [task] = await tx.query(`select from task where tenant_id = $1 and finished_at is null limit 1`, [tenantId]);
  if (task) throw new Refusal("Stop this account's tasks first: some are unfinished.");
  // A subscription ends with its period by itself (decision 0086); what is being paid now would arrive after the end.
  const [open] = await tx.query(`select from top_up where tenant_id = $1 and state = any($2::text[]) limit 1`, [
    tenantId,
    [...OPEN_STATES],
  ]);
  if (open) throw new Refusal("Please wait for its open top-ups first: one of them may still be paid.");
  const money = (await readAvailable(tx, [tenantId], now)).get(tenantId);
  const units = money?.availableUnits ?? 0n;
  // Less than a cent can be neither paid out nor shown; it stays in the ledger.
  if (units < 0n || units >= UNITS_PER_CENT)
    throw new Refusal("The balance must be $0.00 before an account is closed.");
}
