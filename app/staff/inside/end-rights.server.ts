import { endAdminAccess } from "~/accounts/end-admin-access.server";
import { command } from "~/platform/announce.server";
import type { Tx } from "~/platform/db.server";
import type { StaffRight } from "~/platform/staff-rights";

/**
 * Ends what these users have from rights of staff that they lose, while their role is still the former one: secrets,
 * and views as customer. Their sockets reconnect with the rights of then (5.1).
 */
export async function endRights(
  tx: Tx,
  given: { userIds: readonly number[]; lost: readonly StaffRight[]; keepsRole?: boolean; now: Date },
): Promise<void> {
  const { userIds, lost, keepsRole = false, now } = given;
  if (lost.length > 0) for (const userId of userIds) await endAdminAccess(tx, { userId, lost, keepsRole, now });
  if (lost.includes("customers.view"))
    await tx.query(
      `update session set view_tenant_id = null, view_until = null where user_id = any($1::int[]) and view_until is not null`,
      [userIds],
    );
  const sessions = await tx.query<{ id: string }>(`select id from session where user_id = any($1::int[])`, [userIds]);
  await command(
    tx,
    sessions.map(({ id }) => ({ command: "session" as const, key: id })),
  );
}
