import { type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { isGivenRole, type MemberRole, mayGive, mayManage } from "~/platform/may";
import { M } from "~/accounts/messages";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { endMemberAccess, losesKeys, renewSockets, sendSessionsHome } from "~/accounts/end-member-access.server";
import { giveOwnHome } from "./give-own-home.server";
import { teamMails } from "./invitation-limits.server";
import { lockTeam, requireMember, type TeamAct, type TeamMember } from "./lock-team.server";
import { notifyLeftBehind } from "~/accounts/read-left-behind.server";
import { removedMail, roleChangedMail } from "./team-mails";

type MemberAct = TeamAct & { memberId: number };
type Limit = number | null;

const LIMIT_MAX_CENTS = 100_000_000;

/**
 * Gives a member another role, and another limit if one is given. If the role lacks rights of the former one, the access
 * that depends on them ends (16.9).
 * @throws Refusal M08, M171, M177, M178, M182, M185, M186, M197.
 */
export async function changeRole(given: MemberAct & { role: string; limitCents?: Limit }): Promise<{ name: string }> {
  const { role, limitCents, tenantId, memberId, now } = given;
  if (!isGivenRole(role)) throw Refusal.ofField("role", M.wrongRole);
  requireLimit(limitCents);
  // Checks rights first, so that a refused caller uses up no mails of the team.
  await transaction(async (tx) => {
    await lockManaged(tx, given);
    await refuseWhileAddressMoves(tx, given.userId, now);
  });
  await teamMails.consume(String(tenantId));
  return await transaction(async (tx) => {
    const { actor, member } = await lockManaged(tx, given);
    if (!mayGive(actor, role)) throw new Refusal(M.roleNotYours, { status: 403 });
    if (limitCents !== undefined) await writeLimit(tx, { ...given, limitCents }, member);
    if (member.role === role) return member;
    await tx.query(`update member set role = $3 where tenant_id = $1 and user_id = $2`, [tenantId, memberId, role]);
    await endMemberAccess(tx, { userId: memberId, lost: [{ tenantId, from: member.role, to: role }], now });
    await renewSockets(tx, { userId: memberId });
    await record(tx, given, "team.role", { member: memberId, from: member.role, role });
    const mail = roleChangedMail({
      tenantName: await nameOf(tx, tenantId),
      role,
      keysEnded: losesKeys(member.role, role),
    });
    await mailMember(tx, member, mail, `role-changed:${tenantId}:${memberId}:${now.getTime()}`);
    return member;
  });
}

/**
 * Limits what a member's tasks may cost in a month, in cents; null: no limit.
 * @throws Refusal M171, M177, M178, M182, M185.
 */
export async function setMemberLimit(given: MemberAct & { limitCents: Limit }): Promise<{ name: string }> {
  requireLimit(given.limitCents);
  return await transaction(async (tx) => {
    const { member } = await lockManaged(tx, given);
    await writeLimit(tx, given, member);
    return member;
  });
}

/** @throws Refusal M182. */
function requireLimit(cents: Limit | undefined): void {
  if (cents === undefined || cents === null) return;
  if (!Number.isInteger(cents) || cents < 100 || cents > LIMIT_MAX_CENTS)
    throw Refusal.ofField("limit", M.wrongMemberLimit);
}

async function writeLimit(tx: Tx, given: MemberAct & { limitCents: Limit }, member: TeamMember): Promise<void> {
  const { tenantId, memberId, limitCents } = given;
  await tx.query(`update member set limit_cents = $3 where tenant_id = $1 and user_id = $2`, [
    tenantId,
    memberId,
    limitCents,
  ]);
  await record(tx, given, "team.limit", { member: memberId, from_cents: member.limitCents, cents: limitCents });
}

/**
 * Ends a membership. What they started belongs to the team and stays, but tasks that depend on their limit end (16.5).
 * @throws Refusal M171, M177, M178, M185.
 */
export async function removeMember(given: MemberAct): Promise<{ name: string }> {
  const { tenantId, memberId, now } = given;
  return await transaction(async (tx) => {
    const { member } = await lockManaged(tx, given);
    await endMembership(tx, { tenantId, userId: memberId, now });
    await record(tx, given, "team.remove", { member: memberId, role: member.role });
    const mail = removedMail({ tenantName: await nameOf(tx, tenantId) });
    await mailMember(tx, member, mail, `removed:${tenantId}:${memberId}:${now.getTime()}`);
    return member;
  });
}

/** Leaves a team. @throws Refusal M179 for its owner, M185. */
export async function leaveTeam(given: TeamAct): Promise<void> {
  await transaction(async (tx) => {
    const role = await lockTeam(tx, given, "own.act");
    if (role === "owner") throw new Refusal(M.ownerStays);
    await endMembership(tx, given);
    await record(tx, given, "team.leave", { member: given.userId, role });
  });
}

async function endMembership(tx: Tx, given: { tenantId: number; userId: number; now: Date }): Promise<void> {
  await giveOwnHome(tx, given);
  await notifyLeftBehind(tx, given);
  const { tenantId, userId, now } = given;
  const [gone] = await tx.query<{ from: MemberRole; limited: boolean }>(
    `delete from member where tenant_id = $1 and user_id = $2 returning role as from, limit_cents is not null as limited`,
    [tenantId, userId],
  );
  if (gone) await endMemberAccess(tx, { userId, lost: [{ ...gone, tenantId, to: null }], now });
  await sendSessionsHome(tx, given);
  await renewSockets(tx, given);
}

/** The actor's role and the member that they may change: never themselves. */
async function lockManaged(tx: Tx, given: MemberAct) {
  const actor = await lockTeam(tx, given, "team.act");
  const member = await requireMember(tx, { tenantId: given.tenantId, userId: given.memberId });
  if (given.memberId === given.userId || !mayManage(actor, member.role))
    throw new Refusal(M.roleNotYours, { status: 403 });
  return { actor, member };
}

async function record(tx: Tx, act: TeamAct, action: string, after: Record<string, unknown>): Promise<void> {
  const { userId, tenantId, requestId, now } = act;
  await writeAudit({ userId, action, target: `tenant:${tenantId}`, after, requestId, now }, tx);
}

async function mailMember(
  tx: Tx,
  { email, state }: TeamMember,
  mail: { subject: string; text: string },
  cause: string,
) {
  if (email !== null && state === "active") await queueMail(tx, { to: email, ...mail, cause });
}

async function nameOf(tx: Tx, tenantId: number): Promise<string> {
  const [tenant] = await tx.query<{ name: string }>(`select tenant_name as name from tenant where id = $1`, [tenantId]);
  return tenant?.name ?? "";
}
