import { db, type Queryable, type Tx, transaction } from "~/db.server";
import { writeAudit } from "~/domain/audit/write-audit.server";
import { type GivenRole, mayGive, type MemberRole, rolesWith } from "~/domain/may";
import { M } from "~/domain/messages";
import { ownUrl } from "~/domain/notices/own-url.server";
import { queueMail } from "~/domain/notices/queue-mail.server";
import { Refusal } from "~/domain/refusal";
import type { UserState } from "~/domain/role";
import { hashOfSecret } from "~/domain/secret.server";
import { requireConfirmed } from "../require-confirmed";
import { afterAct, type InvitationAct, type InvitationState, presentState } from "./invitation-state";
import { lineUpTeam } from "./lock-team.server";
import { joinedMail } from "./team-mails";

/** An open invitation as who holds its link reads it. */
export interface OpenInvitation {
  email: string;
  role: GivenRole;
  teamName: string;
  tenantName: string;
  inviter: string;
  expiresTs: number;
}

interface Row extends Omit<OpenInvitation, "expiresTs"> {
  id: number;
  tenantId: number;
  senderRole: MemberRole;
  state: Exclude<InvitationState, "expired">;
  expiresAt: Date;
  ownerEmail: string | null;
}

interface Guest {
  userId: number;
  email: string;
  state: UserState;
}

/** The open invitation of a link; null for one that is unknown, over, or whose sender may not invite any more. */
export async function findInvitation(given: { token: string; now: Date }): Promise<OpenInvitation | null> {
  const row = await read(db, given.token);
  if (!row || presentState(row, given.now) !== "open") return null;
  const { email, role, teamName, tenantName, inviter } = row;
  return { email, role, teamName, tenantName, inviter, expiresTs: Math.floor(row.expiresAt.getTime() / 1000) };
}

/**
 * Joins the team of an invitation, with the role that it offers; its owner gets a mail. Of two at once one does it.
 * @throws Refusal M15, M173, and M174 to whom it was not sent.
 */
export async function acceptInvitation(given: { token: string; guest: Guest; requestId: string; now: Date }) {
  const { guest, requestId, now } = given;
  requireConfirmed(guest);
  return await transaction(async (tx) => {
    const row = await end(tx, given, "accept");
    const { tenantId, role } = row;
    const { userId } = guest;
    const joined = await tx.query(
      `insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, $3, $4) on conflict do nothing returning 1`,
      [tenantId, userId, role, now],
    );
    if (joined.length > 0 && row.ownerEmail) {
      const mail = joinedMail({ email: guest.email, role, url: ownUrl("/user/team") });
      await queueMail(tx, { to: row.ownerEmail, ...mail, cause: `joined:${row.id}` });
    }
    const after = { invitation: row.id, member: userId, role };
    await writeAudit({ userId, action: "team.join", target: `tenant:${tenantId}`, after, requestId, now }, tx);
    return { tenantId, called: row.teamName || row.tenantName };
  });
}

/** Ends an invitation by whom it was sent to. @throws Refusal M173, M174. */
export async function declineInvitation(given: { token: string; guest: Guest; requestId: string; now: Date }) {
  const { guest, requestId, now } = given;
  await transaction(async (tx) => {
    const { id, tenantId } = await end(tx, given, "decline");
    const entry = { userId: guest.userId, action: "team.decline", target: `tenant:${tenantId}`, requestId, now };
    await writeAudit({ ...entry, after: { invitation: id } }, tx);
  });
}

/** Locks the team first, as all its changes do, and looks again. */
async function end(tx: Tx, given: { token: string; guest: Guest; now: Date }, act: InvitationAct): Promise<Row> {
  const { token, guest, now } = given;
  const seen = await read(tx, token);
  if (seen) await lineUpTeam(tx, seen.tenantId);
  const row = await read(tx, token);
  const state = row && afterAct(presentState(row, now), act);
  if (!row || !state) throw new Refusal(M.noSuchInvitation);
  if (row.email !== guest.email) throw new Refusal(M.invitationOfOther({ email: guest.email }));
  await tx.query(`update invitation set state = $2 where id = $1`, [row.id, state]);
  return row;
}

/** Its sender must still be somebody who may give that role (16.4). */
async function read(q: Queryable, token: string): Promise<Row | undefined> {
  const [row] = await q.query<Row>(
    `select i.id, i.tenant_id as "tenantId", i.email, i.role, m.role as "senderRole", i.state, i.expires_at as "expiresAt",
       t.display_name as "teamName", t.tenant_name as "tenantName", coalesce(u.email, '') as inviter, owner.email as "ownerEmail"
     from invitation i join tenant t on t.id = i.tenant_id
       join member m on m.tenant_id = i.tenant_id and m.user_id = i.invited_by and m.role = any($2::text[])
       join user_account u on u.id = m.user_id and u.state = 'active'
       join member first on first.tenant_id = i.tenant_id and first.role = 'owner'
       join user_account owner on owner.id = first.user_id and owner.state = 'active'
     where i.token_hash = $1`,
    [hashOfSecret(token), [...rolesWith("team.act")]],
  );
  return row && mayGive(row.senderRole, row.role) ? row : undefined;
}
