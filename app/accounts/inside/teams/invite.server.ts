import { type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { isGivenRole, mayGive } from "~/platform/may";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import { hashOfSecret, randomSecret } from "~/platform/secret.server";
import { emailFault } from "~/accounts/email-address";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { holdRight } from "~/platform/hold-right.server";
import { invitationsTo, teamMails } from "./invitation-limits.server";
import { lockTeam, requireMember, type TeamAct } from "./lock-team.server";
import { invitationMail } from "./team-mails";

export const MOST_MEMBERS = 50;
export const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Sends an invitation by mail and replaces an open invitation of the same address. Only the mail holds the link, which
 * works only for that address. @throws Refusal M15, M81, M190, M171, M175, M176, M178, M185, M186, M197, M08.
 */
export async function invite(given: TeamAct & { email: string; role: string }): Promise<{ id: number; email: string }> {
  const email = given.email.trim().toLowerCase();
  const { role } = given;
  const fault = emailFault(email);
  if (fault !== null) throw Refusal.ofField("email", fault);
  if (!isGivenRole(role)) throw Refusal.ofField("role", M.wrongRole);
  // Checks rights first, so that a refused caller uses up no mails.
  await transaction(async (tx) => {
    if (!mayGive(await lockTeam(tx, given, "team.act"), role)) throw Refusal.ofField("role", M.roleNotYours);
    requireConfirmed(await requireMember(tx, given));
    await refuseWhileAddressMoves(tx, given.userId, given.now);
  });
  await teamMails.consume(String(given.tenantId));
  await invitationsTo.consume(email);
  const token = randomSecret();
  return await transaction(async (tx) => {
    if (!mayGive(await lockTeam(tx, given, "team.act"), role)) throw Refusal.ofField("role", M.roleNotYours);
    const inviter = await requireMember(tx, given);
    await holdRight(tx, given, "team.act");
    await requirePlace(tx, { ...given, email });
    const id = await insert(tx, { ...given, email, token });
    const url = ownUrl(`/invitations/${token}`);
    const mail = invitationMail({ inviter: inviter.email ?? "", role, url, days: INVITATION_DAYS });
    await queueMail(tx, { to: email, ...mail, cause: `invitation:${id}` });
    const { tenantId, userId, requestId, now } = given;
    const after = { invitation: id, role };
    await writeAudit({ userId, action: "team.invite", target: `tenant:${tenantId}`, after, requestId, now }, tx);
    return { id, email };
  });
}

/** Withdraws earlier invitations of the address; refuses members and a full team. */
async function requirePlace(tx: Tx, given: TeamAct & { email: string }): Promise<void> {
  const { tenantId, email, now } = given;
  await tx.query(
    `update invitation set state = 'withdrawn' where tenant_id = $1 and state = 'open' and (email = $2 or expires_at <= $3)`,
    [tenantId, email, now],
  );
  const [had] = await tx.query<{ places: number; known: boolean }>(
    `select (select count(*) from member where tenant_id = $1)::int
       + (select count(*) from invitation where tenant_id = $1 and state = 'open')::int as places,
       exists (select from member m join user_account u on u.id = m.user_id where m.tenant_id = $1 and u.email = $2) as known`,
    [tenantId, email],
  );
  if (had?.known) throw Refusal.ofField("email", M.alreadyMember);
  if ((had?.places ?? 0) >= MOST_MEMBERS) throw Refusal.ofField("email", M.teamTooLarge({ n: MOST_MEMBERS }));
}

async function insert(tx: Tx, given: TeamAct & { email: string; role: string; token: string }): Promise<number> {
  const { tenantId, userId, email, role, token, now } = given;
  const [row] = await tx.query<{ id: number }>(
    `insert into invitation (tenant_id, email, role, token_hash, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [tenantId, email, role, hashOfSecret(token), userId, now, new Date(now.getTime() + INVITATION_DAYS * DAY_MS)],
  );
  if (!row) throw new Error("no invitation was stored");
  return row.id;
}

/** Withdraws an invitation: its link no longer works. @throws Refusal M171, M173, M185. */
export async function withdrawInvitation(given: TeamAct & { id: number }): Promise<{ email: string }> {
  const { tenantId, userId, id, requestId, now } = given;
  return await transaction(async (tx) => {
    await lockTeam(tx, given, "team.act");
    const [open] = await tx.query<{ email: string }>(
      `update invitation set state = 'withdrawn' where id = $1 and tenant_id = $2 and state = 'open' returning email`,
      [id, tenantId],
    );
    if (!open) throw new Refusal(M.noSuchInvitation, { status: 404 });
    const after = { invitation: id };
    await writeAudit({ userId, action: "team.withdraw", target: `tenant:${tenantId}`, after, requestId, now }, tx);
    return open;
  });
}
