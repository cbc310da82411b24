import type { Tx } from "~/db.server";
import { command } from "~/domain/announce.server";
import { may, type MemberRole, type Right } from "~/domain/may";

/** What a key may be used for: when a role loses one of these, the keys that had it end. */
const OF_KEYS: readonly Right[] = ["tasks.see", "tasks.act", "money.see", "money.act", "keys.act"];

export function losesKeys(from: MemberRole, to: MemberRole): boolean {
  return OF_KEYS.some((right) => may(from, right) && !may(to, right));
}

interface Membership {
  tenantId: number;
  userId: number;
  now: Date;
}

/** Ends the keys that a member made in a team, and the command lines that were let in and have not fetched theirs. */
export async function endMemberKeys(tx: Tx, { tenantId, userId, now }: Membership): Promise<void> {
  await tx.query(
    `update api_key set revoked_at = $3 where tenant_id = $1 and user_id = $2 and (revoked_at is null or revoked_at > $3)`,
    [tenantId, userId, now],
  );
  await tx.query(`delete from device_login where tenant_id = $1 and user_id = $2`, [tenantId, userId]);
}

/** Takes back what a member invited who may not invite any more. */
export async function endMemberInvitations(tx: Tx, { tenantId, userId }: Omit<Membership, "now">): Promise<void> {
  await tx.query(
    `update invitation set state = 'withdrawn' where tenant_id = $1 and invited_by = $2 and state = 'open'`,
    [tenantId, userId],
  );
}

/** The sessions of a former member are at their own tenant from now on. */
export async function sendSessionsHome(tx: Tx, { tenantId, userId }: Omit<Membership, "now">): Promise<void> {
  await tx.query(`update session set tenant_id = null where tenant_id = $1 and user_id = $2`, [tenantId, userId]);
}

/** The sockets of a user's sessions are closed and come back with what their owner may hear now (5.1). */
export async function renewSockets(tx: Tx, { userId }: { userId: number }): Promise<void> {
  const sessions = await tx.query<{ id: string }>(`select id from session where user_id = $1`, [userId]);
  await command(
    tx,
    sessions.map(({ id }) => ({ command: "session", key: id })),
  );
}
