import type { Tx } from "~/db.server";
import { command } from "~/domain/announce.server";
import { renewSecretsOf } from "~/domain/endpoints/renew-secrets.server";
import { may, type MemberRole, type Right, rolesWith } from "~/domain/may";
import { keepDefaults } from "~/domain/ssh-keys/delete-ssh-key.server";
import { stopUnfinished } from "~/domain/tasks/stop-unfinished.server";
import { shutOutOfTasks } from "~/domain/ways/shut-out.server";

/** What an API key may be used for: when a role loses one of these, the keys that had it end. */
const OF_KEYS: readonly Right[] = ["tasks.see", "tasks.act", "money.see", "money.act", "keys.act"];

/** A role at a tenant that somebody has no more: another one is there, or none. */
interface LostRole {
  tenantId: number;
  from: MemberRole;
  to: MemberRole | null;
  /** Whether a spending limit held them. */
  limited?: boolean;
}

interface Ending {
  userId: number;
  lost: readonly LostRole[];
  /** Their account is suspended, and may be given back: what is refused meanwhile by itself stays. */
  comesBack?: boolean;
  now: Date;
}

/**
 * Ends what somebody took along of the rights that they lose at tenants, once their role says so and under its lock (16.9): API keys,
 * logins of command lines, invitations, SSH keys in new and running tasks, tokens of ports, and signing secrets of webhooks.
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
  // Nobody counts for them any more: their tasks would run and wait at the team's cost without an end.
  const uncounted = comesBack ? [] : lost.filter(({ to, limited }) => to === null && limited);
  const tenantIds = uncounted.map(({ tenantId }) => tenantId);
  if (tenantIds.length > 0) await stopUnfinished(tx, { tenantIds, startedBy: userId, reason: "member left", now });
  await shutOutOfTasks(tx, { userId, tenantIds: ofTasks, now });
  await renewSecretsOf(tx, { userId, tenantIds: where("webhooks.act"), now });
}

/** The same at every tenant where they are a member, their own too. */
export async function endAccessEverywhere(tx: Tx, given: Omit<Ending, "lost">): Promise<void> {
  const lost = await tx.query<LostRole>(
    `select tenant_id as "tenantId", role as from, null as to, limit_cents is not null as limited from member where user_id = $1 order by tenant_id`,
    [given.userId],
  );
  await endMemberAccess(tx, { ...given, lost });
}

/** Ends what somebody may have taken along who acted in a member's name since a moment, wherever that one is a member; their role stays. */
export async function endLentAccess(tx: Tx, given: { userId: number; since: Date; now: Date }): Promise<void> {
  const { userId, since } = given;
  const own = await tx.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from member where user_id = $1 and role = any($2) order by tenant_id`,
    [userId, rolesWith("tasks.act")],
  );
  const tenantIds = own.map(({ tenantId }) => tenantId);
  await tx.query(`delete from ssh_key where user_id = $1 and created_at >= $2`, [userId, since]);
  await keepDefaults(tx, userId);
  await shutOutOfTasks(tx, { ...given, tenantIds });
  await renewSecretsOf(tx, { ...given, tenantIds });
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

/** The sessions of a former member are at their own tenant from now on. */
export async function sendSessionsHome(
  tx: Tx,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<void> {
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
