import { type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import type { UserState } from "~/platform/role";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { holdSession } from "~/accounts/session.server";
import { renewSockets } from "~/accounts/end-member-access.server";
import { giveOwnHome } from "./give-own-home.server";
import { findMember, lockTeam, refuseOut, type TeamAct } from "./lock-team.server";
import { handedOverMail } from "./team-mails";

/**
 * Makes a member the owner; the former owner becomes an admin and gets another tenant. The caller has asked for the
 * password. PRO, a trial and workspaces are personal and must end first (16.3). The second of two concurrent calls is
 * refused: its sender is no longer the owner. A session that has ended meanwhile is refused, too. `field` names the
 * member's field in the input.
 * @throws Refusal M02, M171, M180, M181, M185, M197, M481.
 */
export async function handOver(
  given: TeamAct & { sessionId?: string | undefined; memberId: number; field?: string },
): Promise<{ name: string }> {
  const { tenantId, userId, sessionId, memberId, requestId, now, field = "member" } = given;
  return await transaction(async (tx) => {
    await lockTeam(tx, given, "team.own");
    // Waits for a concurrent deletion or suspension, which waits for this one too.
    const both = await tx.query<{ id: number; state: UserState }>(
      `select id, state from user_account where id = any($1::int[]) order by id for update`,
      [[userId, memberId]],
    );
    refuseOut(both.find(({ id }) => id === userId)?.state);
    if (sessionId) await holdSession(tx, { userId, sessionId });
    const next = await findMember(tx, { tenantId, userId: memberId });
    if (!next || memberId === userId || next.state !== "active") throw Refusal.ofField(field, M.handOverToMember);
    await refuseWhileAddressMoves(tx, userId, now);
    await requireNothingOwn(tx, given);
    await refuseDebt(tx, given);
    await tx.query(`update member set role = 'admin' where tenant_id = $1 and user_id = $2`, [tenantId, userId]);
    await tx.query(`update member set role = 'owner', limit_cents = null where tenant_id = $1 and user_id = $2`, [
      tenantId,
      memberId,
    ]);
    await giveOwnHome(tx, given);
    for (const changed of [userId, memberId]) await renewSockets(tx, { userId: changed });
    const after = { from: userId, to: memberId };
    await writeAudit({ userId, action: "team.hand-over", target: `tenant:${tenantId}`, after, requestId, now }, tx);
    await notifyBoth(tx, given);
    return next;
  });
}

async function requireNothingOwn(tx: Tx, { tenantId, userId }: TeamAct): Promise<void> {
  const own = await tx.query(
    `select from user_account u where u.id = $2 and u.tenant_id = $1 and (
       u.codify_subscription_status in ('active', 'trial', 'past_due')
       or exists (select from subscription s where s.tenant_id = $1 and s.ended_at is null)
       or exists (select from workspace w where w.tenant_id = $1 and w.deleted_at is null))`,
    [tenantId, userId],
  );
  if (own.length > 0) throw new Refusal(M.handOverWithPro);
}

/** Refuses a debt, and an invoice whose money is credited and not paid: the next owner did not agree to it. */
async function refuseDebt(tx: Tx, { tenantId }: TeamAct): Promise<void> {
  const owed = await tx.query(
    `select from ledger_account where tenant_id = $1 and kind = 'owed' and balance < 0
     union all select from bank_invoice where tenant_id = $1 and state = 'open' and credited_at is not null`,
    [tenantId],
  );
  if (owed.length > 0) throw new Refusal(M.handOverWithDebt);
}

async function notifyBoth(tx: Tx, { tenantId, userId, memberId, now }: TeamAct & { memberId: number }): Promise<void> {
  const people = await tx.query<{ id: number; email: string; tenantName: string }>(
    `select u.id, u.email, t.tenant_name as "tenantName" from user_account u, tenant t
     where u.id = any($1::int[]) and t.id = $2 and u.email is not null`,
    [[userId, memberId], tenantId],
  );
  for (const { id, email, tenantName } of people) {
    const mail = handedOverMail({ tenantName, to: id === memberId ? "new" : "former", url: ownUrl("/user/team") });
    await queueMail(tx, { to: email, ...mail, cause: `handed-over:${tenantId}:${id}:${now.getTime()}` });
  }
}
