import type { Tx } from "~/platform/db.server";
import { refuseReverted } from "~/platform/hold-right.server";
import { holdersOf, type MemberRole, may, type Right } from "~/platform/may";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import type { UserState } from "~/platform/role";

/** The user who changes a team, for the audit. */
export interface TeamAct {
  tenantId: number;
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Locks a team so that changes run one after the other, and returns the actor's current standing. A user who lost the
 * right while the page was open changes nothing.
 * @throws Refusal M02, M171, M185.
 */
export async function lockTeam(tx: Tx, { tenantId, userId, now }: TeamAct, right: Right): Promise<MemberRole> {
  await lineUpTeam(tx, tenantId);
  const actor = await findMember(tx, { tenantId, userId });
  if (!actor) throw new Refusal(M.notYourTeam, { status: 403 });
  refuseOut(actor.state);
  await refuseReverted(tx, userId, now);
  const { role } = actor;
  if (!may(role, right)) throw new Refusal(M.roleLacksRight({ role, holders: holdersOf(right) }), { status: 403 });
  return role;
}

/** Refuses a request that was sent before its sender was suspended, or their account was closed. @throws Refusal M02. */
export function refuseOut(state: UserState | undefined): void {
  if (state === undefined || state === "suspended" || state === "closed")
    throw new Refusal(M.notAllowed, { status: 403 });
}

/**
 * Serializes changes to a team. Does not lock the tenant's row: that comes last, after the users
 * (docs/guides/locking.md).
 */
export async function lineUpTeam(tx: Tx, tenantId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext($1), $2)`, ["team", tenantId]);
}

export interface TeamMember {
  userId: number;
  role: MemberRole;
  limitCents: number | null;
  name: string;
  /** Null once their account is closed. */
  email: string | null;
  state: UserState;
}

/** Locks a member of a locked team; waits for a key that is being made for them. */
export async function findMember(
  tx: Tx,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<TeamMember | null> {
  const [member] = await tx.query<TeamMember>(
    `select m.user_id as "userId", m.role, m.limit_cents as "limitCents", u.name, u.email, u.state
     from member m join user_account u on u.id = m.user_id where m.tenant_id = $1 and m.user_id = $2 for update of m`,
    [tenantId, userId],
  );
  return member ?? null;
}

/** @throws Refusal M177. */
export async function requireMember(tx: Tx, key: { tenantId: number; userId: number }): Promise<TeamMember> {
  const member = await findMember(tx, key);
  if (!member) throw new Refusal(M.noSuchMember, { status: 404 });
  return member;
}
