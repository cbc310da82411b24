import { db, type Queryable, type Tx, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { type GivenRole, mayGive, type MemberRole, rolesWith } from "~/platform/may";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { Refusal } from "~/platform/refusal";
import type { UserState } from "~/platform/role";
import { hashOfSecret } from "~/platform/secret.server";
import { activate } from "../confirm-email.server";
import { afterAct, type InvitationAct, type InvitationState, presentState } from "./invitation-state";
import { lineUpTeam, refuseOut } from "./lock-team.server";
import { joinedMail } from "./team-mails";

/** An open invitation, for the holder of its link. */
export interface OpenInvitation {
  email: string;
  role: GivenRole;
  teamName: string;
  tenantName: string;
  inviter: string;
  inviterName: string;
  /** True if the address has an account that can log in; unconfirmed accounts do not count. */
  hasAccount: boolean;
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

interface Joining {
  token: string;
  guest: Guest;
  requestId: string;
  now: Date;
}

/** The team that the user joined. */
export interface Joined {
  tenantId: number;
  called: string;
}

/** Finds the open invitation of a link; null if it is unknown or over, or its sender may no longer invite. */
export async function findInvitation(given: { token: string; now: Date }): Promise<OpenInvitation | null> {
  const row = await read(db, given.token);
  if (!row || presentState(row, given.now) !== "open") return null;
  const { email, role, teamName, tenantName, inviter, inviterName, hasAccount, expiresAt } = row;
  const expiresTs = Math.floor(expiresAt.getTime() / 1000);
  return { email, role, teamName, tenantName, inviter, inviterName, hasAccount, expiresTs };
}

/**
 * Joins the team of an invitation with the role that it offers, once, and mails its owner. Accepting also confirms the
 * user's address: the link proves the mailbox, the session the password (16.4). Their sessions may all end.
 * @throws Refusal M02, M173, and M174 for another address.
 */
export async function acceptInvitation(given: Joining): Promise<Joined> {
  const { guest, now } = given;
  return await transaction(async (tx) => {
    const row = await takeInvitation(tx, given);
    if (guest.state === "unverified") {
      const link = { ...guest, name: null, passwordHash: null, visitorId: null, contested: false };
      await activate(tx, { link, now });
    }
    return await enter(tx, row, given);
  });
}

/** Uses up an invitation with its team locked. @throws Refusal M173, M174. */
export async function takeInvitation(tx: Tx, given: { token: string; guest: Pick<Guest, "email">; now: Date }) {
  return await end(tx, given, "accept");
}

/** Makes the user a member and uses up the invitation. @throws Refusal M02 if the account was suspended or closed meanwhile. */
export async function enter(
  tx: Tx,
  row: Row,
  { guest, requestId, now }: { guest: Pick<Guest, "userId" | "email">; requestId: string; now: Date },
): Promise<Joined> {
  const { tenantId, role } = row;
  const { userId, email } = guest;
  const [user] = await tx.query<Pick<Guest, "state">>(`select state from user_account where id = $1 for key share`, [
    userId,
  ]);
  refuseOut(user?.state);
  const joined = await tx.query(
    `insert into member (tenant_id, user_id, role, joined_at) values ($1, $2, $3, $4) on conflict do nothing returning 1`,
    [tenantId, userId, role, now],
  );
  if (joined.length > 0 && row.ownerEmail) {
    const mail = joinedMail({ email, role, url: ownUrl("/user/team") });
    await queueMail(tx, { to: row.ownerEmail, ...mail, cause: `joined:${row.id}` });
  }
  const after = { invitation: row.id, member: userId, role };
  await writeAudit({ userId, action: "team.join", target: `tenant:${tenantId}`, after, requestId, now }, tx);
  return { tenantId, called: row.teamName || row.tenantName };
}

/** Declines an invitation, by the address it was sent to. @throws Refusal M173, M174. */
export async function declineInvitation(given: Joining): Promise<void> {
  const { guest, requestId, now } = given;
  await transaction(async (tx) => {
    const { id, tenantId } = await end(tx, given, "decline");
    const entry = { userId: guest.userId, action: "team.decline", target: `tenant:${tenantId}`, requestId, now };
    await writeAudit({ ...entry, after: { invitation: id } }, tx);
  });
}

/** Locks the team first, like every change of it, and reads the invitation again. */
async function end(
  tx: Tx,
  given: { token: string; guest: Pick<Guest, "email">; now: Date },
  act: InvitationAct,
): Promise<Row> {
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

/** Reads an invitation; its sender must still be allowed to give that role (16.4). */
async function read(q: Queryable, token: string): Promise<Row | undefined> {
  const [row] = await q.query<Row>(
    `select i.id, i.tenant_id as "tenantId", i.email, i.role, m.role as "senderRole", i.state, i.expires_at as "expiresAt",
       t.display_name as "teamName", t.tenant_name as "tenantName", coalesce(u.email, '') as inviter, u.name as "inviterName",
       owner.email as "ownerEmail",
       exists (select from user_account known where known.email = i.email and known.state <> 'unverified') as "hasAccount"
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
