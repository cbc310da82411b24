import type { Tx } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { renewSecretsOf } from "./inside/endpoints/renew-secrets.server";
import { may, type MemberRole, type Right, rolesWith } from "~/platform/may";
import { keepDefaults } from "~/compute/delete-ssh-key.server";
import { removeMemberCards } from "./remove-member-cards.server";
import { stopUnfinished } from "~/compute/stop-unfinished.server";
import { revokeTaskAccess } from "~/compute/revoke-task-access.server";

/** Rights that an API key can use: keys end when their maker's role loses one. */
const OF_KEYS: readonly Right[] = ["tasks.see", "tasks.act", "money.see", "money.act", "keys.act"];

/** A role that a user lost at a tenant; they have another role there, or none. */
interface LostRole {
  tenantId: number;
  from: MemberRole;
  to: MemberRole | null;
  /** True if a spending limit applied. */
  limited?: boolean;
}

interface Ending {
  userId: number;
  lost: readonly LostRole[];
  /** True if the account is suspended and may be restored: access that the suspension blocks anyway stays. */
  comesBack?: boolean;
  now: Date;
}

/**
 * Ends access that depends on lost rights, after the role has changed and under its lock (16.9): API keys, command-line
 * logins, invitations, SSH keys in new and running tasks, port tokens, webhook signing secrets, and saved cards.
 */
export async function endMemberAccess(tx: Tx, { userId, lost, comesBack = false, now }: Ending): Promise<void> {
  const where = (...rights: Right[]) =>
    lost.filter((one) => rights.some((right) => loses(one, right))).map(({ tenantId }) => tenantId);
  const ofKeys = where(...OF_KEYS);
  await tx.query(`delete from device_login where tenant_id = any($1::int[]) and user_id = $2`, [ofKeys, userId]);
  await tx.query(
    `update invitation set state = 'withdrawn' where tenant_id = any($1::int[]) and invited_by = $2 and state = 'open'`,
    [where("team.act"), userId],
  );
  const ofTasks = where("tasks.act");
  if (!comesBack) await endKeys(tx, { userId, ofKeys, ofTasks, now });
  // No limit counts their tasks any longer: these could run at the team's cost for ever.
  const uncounted = comesBack ? [] : lost.filter(({ to, limited }) => to === null && limited);
  const tenantIds = uncounted.map(({ tenantId }) => tenantId);
  if (tenantIds.length > 0) await stopUnfinished(tx, { tenantIds, startedBy: userId, reason: "member left", now });
  await revokeTaskAccess(tx, { userId, tenantIds: ofTasks, now });
  await renewSecretsOf(tx, { userId, tenantIds: where("webhooks.act"), now });
  // An owner's cards stay: nobody else is charged for that tenant, and its closing removes them.
  const ofCards = lost.filter((one) => one.from !== "owner" && loses(one, "money.act"));
  await removeMemberCards(tx, { userId, tenantIds: ofCards.map(({ tenantId }) => tenantId), now });
}

/** Ends the access at every tenant where they are a member, including their own. */
export async function endAccessEverywhere(tx: Tx, given: Omit<Ending, "lost">): Promise<void> {
  const lost = await tx.query<LostRole>(
    `select tenant_id as "tenantId", role as from, null as to, limit_cents is not null as limited from member where user_id = $1 order by tenant_id`,
    [given.userId],
  );
  await endMemberAccess(tx, { ...given, lost });
}

/**
 * Ends access that an intruder may have gained as this member since a given time, in all their teams. The role stays.
 */
export async function endLentAccess(tx: Tx, given: { userId: number; since: Date; now: Date }): Promise<void> {
  const { userId, since } = given;
  const own = await tx.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from member where user_id = $1 and role = any($2) order by tenant_id`,
    [userId, rolesWith("tasks.act")],
  );
  const tenantIds = own.map(({ tenantId }) => tenantId);
  await tx.query(`delete from ssh_key where user_id = $1 and created_at >= $2`, [userId, since]);
  await keepDefaults(tx, userId);
  await revokeTaskAccess(tx, { ...given, tenantIds });
  await renewSecretsOf(tx, { ...given, tenantIds });
  const paid = await tx.query<{ tenantId: number }>(
    `select distinct tenant_id as "tenantId" from card where user_id = $1 and added_at >= $2 order by tenant_id`,
    [userId, since],
  );
  await removeMemberCards(tx, { ...given, tenantIds: paid.map(({ tenantId }) => tenantId) });
}

export function losesKeys(from: MemberRole, to: MemberRole): boolean {
  return OF_KEYS.some((right) => loses({ from, to }, right));
}

function loses({ from, to }: Pick<LostRole, "from" | "to">, right: Right): boolean {
  return may(from, right) && (to === null || !may(to, right));
}

async function endKeys(
  tx: Tx,
  given: { userId: number; ofKeys: readonly number[]; ofTasks: readonly number[]; now: Date },
): Promise<void> {
  const { userId, ofKeys, ofTasks, now } = given;
  await tx.query(
    `update api_key set revoked_at = $3
     where tenant_id = any($1::int[]) and user_id = $2 and (revoked_at is null or revoked_at > $3)`,
    [ofKeys, userId, now],
  );
  await tx.query(`delete from ssh_key where tenant_id = any($1::int[]) and user_id = $2`, [ofTasks, userId]);
}

/** Moves the sessions of a former member to their own tenant. */
export async function sendSessionsHome(
  tx: Tx,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<void> {
  await tx.query(`update session set tenant_id = null where tenant_id = $1 and user_id = $2`, [tenantId, userId]);
}

/** Closes a user's sockets; they reconnect with the current rights (5.1). */
export async function renewSockets(tx: Tx, { userId }: { userId: number }): Promise<void> {
  const sessions = await tx.query<{ id: string }>(`select id from session where user_id = $1`, [userId]);
  await command(
    tx,
    sessions.map(({ id }) => ({ command: "session", key: id })),
  );
}
