import type { Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { endAdminAccess } from "./end-admin-access.server";
import { stopUnfinished } from "~/compute/stop-unfinished.server";
import { endOtherSessions } from "./session.server";
import { endAccessEverywhere } from "./end-member-access.server";
import { ownedTenants } from "./owned-tenants.server";

/**
 * Suspends a locked user: sessions end, keys are refused, and all tasks of their tenants stop (6.7). The balance stays.
 */
export async function suspendAccess(
  tx: Tx,
  { userId, reason, now }: { userId: number; reason: string; now: Date },
): Promise<void> {
  await tx.query(`update user_account set state = 'suspended', suspended_reason = $2, updated_at = $3 where id = $1`, [
    userId,
    reason,
    now,
  ]);
  await endAccessEverywhere(tx, { userId, comesBack: true, now });
  const tenantIds = await ownedTenants(tx, userId);
  await stopUnfinished(tx, { tenantIds, startedBy: null, reason: "account suspended", now });
  await endOtherSessions(tx, { userId, keep: null, now });
  await endAdminAccess(tx, { userId, now });
  // Other members with a session there return to their own tenant (16.6), and receive no more of its events.
  const there = await tx.query<{ id: string }>(`select id from session where tenant_id = any($1::int[])`, [tenantIds]);
  await command(
    tx,
    there.map(({ id }) => ({ command: "session", key: id })),
  );
}
