import { beforeEach, expect, test } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { logIn } from "~/accounts/log-in.server";
import { findSession } from "~/accounts/session.server";
import { invite } from "~/accounts/inside/teams/invite.server";
import { M } from "~/messages";
import { action, loader } from "~/accounts/screens/invitation/route";
import { argsOf } from "../../../support/route-args";
import { roleOf, tokenMailedTo } from "../../../support/team-world";
import { aVisitor } from "../../../support/visitor";
import { aTenant, anSshKey, type TenantInWorld } from "../../../support/world";
import { newAddress, PASSWORD, registerAs } from "../registering";
import { answerOf, aVisit, type Browser, get, noticeOf, post } from "../screens/visit";
import { tokenTo } from "../../../staff/database/users/mails";
import { confirmEmail } from "~/accounts/inside/confirm-email.server";

const JOIN = { intent: "join", name: "Ada", password: PASSWORD, password_confirmation: PASSWORD, terms: "1" };
const STRANGERS = "the-strangers-own";

let owner: TenantInWorld;
let email: string;
let token: string;
let counter = 0;

beforeEach(async () => {
  owner = await aTenant();
  email = newAddress();
  token = await invited("viewer");
});

async function invited(role: string): Promise<string> {
  const act = { tenantId: owner.tenantId, userId: owner.userId, requestId: "test", now: new Date() };
  await invite({ ...act, email, role });
  return await tokenMailedTo(email);
}

/** Sends the form of the link's page, from its own network. */
async function send(fields: Record<string, string> = {}, visit: Browser = aVisitor(), by = token): Promise<unknown> {
  const { request } = post(visit, `/invitations/${by}`, { ...JOIN, ...fields });
  return await action(argsOf(request, { params: { token: by }, client: `guest-${(counter += 1)}` }));
}

const userOf = async () => await prisma.user.findUnique({ where: { email } });

/** The user whose session an answer starts, and the tenant of that session. */
async function sessionIn(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error("no session");
  const cookie = /millrace_session=([^;]+)/.exec(answer.headers.getSetCookie().join("; "))?.[1] ?? "";
  return await findSession({ cookie, now: new Date() });
}

test("A person without an account creates one on the invitation page and joins with a confirmed address", async () => {
  expect(await loader(get(null, `/invitations/${token}`, { token }))).toMatchObject({
    invitation: { email, role: "viewer", inviter: owner.email, inviterName: "Test Person", hasAccount: false },
  });
  const answer = await send();
  expect(await answerOf(answer)).toMatchObject({ status: 303, location: "/tasks" });
  const session = await sessionIn(answer);
  expect(session?.account).toMatchObject({ email, name: "Ada", state: "active", tenantId: owner.tenantId });
  expect(await noticeOf({ sessionId: session?.sessionId ?? "" })).toMatchObject({
    message: `Welcome to ${owner.tenantName}.`,
  });
  const user = await userOf();
  expect(await roleOf(owner.tenantId, user?.id ?? 0)).toBe("viewer");
  expect(await roleOf(user?.tenantId ?? 0, user?.id ?? 0)).toBe("owner");
  expect(await logIn({ email, password: PASSWORD, ip: "a", now: new Date() })).toMatchObject({ state: "active" });
  const mails = await db.query<{ cause: string }>(`select cause from mail where to_address = $1`, [email]);
  expect(mails.map(({ cause }) => cause.replace(/:.*/, ""))).toEqual(["invitation"]);
});

test("The address is the invitation's, whatever the form says, and the link works once", async () => {
  const other = newAddress();
  await send({ email: other });
  expect(await prisma.user.count({ where: { email: other } })).toBe(0);
  expect(await userOf()).not.toBeNull();
  expect(await answerOf(await send())).toMatchObject({ status: 422, data: { message: M.noSuchInvitation } });
});

test("Invalid input is refused at its field, kept except passwords, and creates nothing", async () => {
  const answer = await answerOf(await send({ name: "", password: "short", password_confirmation: "short", terms: "" }));
  expect(answer).toMatchObject({
    status: 422,
    data: {
      lastResult: {
        error: {
          name: [M.nameRequired],
          password: [M.passwordRules],
          terms: ["Please agree to the terms."],
        },
      },
    },
  });
  expect(JSON.stringify(answer.data)).not.toContain('"short"');
  expect(await answerOf(await send({ password: email, password_confirmation: email }))).toMatchObject({
    data: { lastResult: { error: { password: [M.passwordRules] } } },
  });
  expect(await userOf()).toBeNull();
});

test("A stranger's unconfirmed registration of the address is replaced", async () => {
  const { sent } = await registerAs(aVisitor(), { email, password: STRANGERS, password_confirmation: STRANGERS });
  const strangersLink = await tokenTo(sent.email, "verify");
  const stranger = await logIn({ email, password: STRANGERS, ip: "b", now: new Date() });
  const visit = await aVisit({ userId: stranger.userId });
  await anSshKey({ tenantId: stranger.tenantId });
  await db.query(`update tenant set display_name = 'Mine', company = 'Mine' where id = $1`, [stranger.tenantId]);
  const before = await prisma.apiKey.findFirstOrThrow({ where: { userId: stranger.userId } });

  expect((await sessionIn(await send()))?.account).toMatchObject({ email, name: "Ada", state: "active" });
  expect(await prisma.session.count({ where: { id: visit.sessionId } })).toBe(0);
  expect(await prisma.sshKey.count({ where: { tenantId: stranger.tenantId } })).toBe(0);
  expect((await prisma.apiKey.findUniqueOrThrow({ where: { id: before.id } })).revokedAt).not.toBeNull();
  expect(await prisma.tenant.findUniqueOrThrow({ where: { id: stranger.tenantId } })).toMatchObject({ company: "" });
  await expect(logIn({ email, password: STRANGERS, ip: "b", now: new Date() })).rejects.toThrow(M.wrongCredentials);
  // The link of that registration restores nothing.
  await confirmEmail({ token: strangersLink, password: STRANGERS, now: new Date() }).catch(() => {});
  await expect(logIn({ email, password: STRANGERS, ip: "b", now: new Date() })).rejects.toThrow(M.wrongCredentials);
});

test("A logged-in user with an unconfirmed address confirms it by accepting, and gets a new session", async () => {
  await registerAs(aVisitor(), { email });
  const { userId } = await logIn({ email, password: PASSWORD, ip: "c", now: new Date() });
  const visit = await aVisit({ userId });
  const answer = await send({ intent: "accept" }, visit);
  const session = await sessionIn(answer);
  expect(session?.account).toMatchObject({ userId, state: "active", tenantId: owner.tenantId });
  expect(await findSession({ cookie: visit.cookie, now: new Date() })).toBeNull();
  expect(await logIn({ email, password: PASSWORD, ip: "c", now: new Date() })).toMatchObject({ userId });
});

test("Another person's invitation confirms no address", async () => {
  const mine = newAddress();
  await registerAs(aVisitor(), { email: mine });
  const { userId } = await logIn({ email: mine, password: PASSWORD, ip: "d", now: new Date() });
  const answer = await answerOf(await send({ intent: "accept" }, await aVisit({ userId })));
  expect(answer).toMatchObject({ status: 422, data: { message: M.invitationOfOther({ email: mine }) } });
  expect(await prisma.user.findUnique({ where: { email: mine } })).toMatchObject({ state: "unverified" });
});

test("A link opens no existing account: its owner logs in, with every factor", async () => {
  const guest = await aTenant({ dollars: 0 });
  email = guest.email;
  const link = await invited("member");
  expect(await loader(get(null, `/invitations/${link}`, { token: link }))).toMatchObject({
    invitation: { hasAccount: true },
  });
  expect(await answerOf(await send({}, aVisitor(), link))).toMatchObject({
    status: 422,
    data: { message: M.invitedHasAccount },
  });
  await expect(send({ intent: "accept" }, aVisitor(), link)).rejects.toMatchObject({ status: 302 });
  expect(await logIn({ ...guest, ip: "e", now: new Date() })).toMatchObject({ userId: guest.userId });
  expect(await roleOf(owner.tenantId, guest.userId)).toBeNull();
});

test("An address that its former account may still restore joins nothing until then", async () => {
  const former = await aTenant({ dollars: 0 });
  await db.query(
    `insert into email_change (user_id, old_email, new_email, state, asked_at, confirm_until, changed_at, back_until, confirm_hash, back_hash)
     select $1, $2, 'new-' || $2, 'changed', now(), now(), now(), now() + interval '3 days', 'o' || $2, 'n' || $2`,
    [former.userId, email],
  );
  const answer = await answerOf(await send());
  expect(answer).toMatchObject({ status: 422 });
  expect((answer.data as { message: string }).message).toMatch(/that account can reclaim it until/);
  expect(await userOf()).toBeNull();
});

test("Of two sent at once one joins, and joining and registering at once both end well", async () => {
  const both = await Promise.all([send(), send()]);
  const statuses = await Promise.all(both.map(async (one) => (await answerOf(one)).status));
  expect(statuses.sort()).toEqual([303, 422]);
  email = newAddress();
  const next = await invited("member");
  const [joined] = await Promise.all([send({}, aVisitor(), next), registerAs(aVisitor(), { email })]);
  expect((await answerOf(joined)).status).toBe(303);
  expect(await prisma.user.count({ where: { email, state: "active" } })).toBe(1);
  expect(await logIn({ email, password: PASSWORD, ip: "f", now: new Date() })).toMatchObject({ name: "Ada" });
});

test.each(["tenant", "user_account", "member", "audit_row", "mail"])(
  "Cut off at %s, joining has not happened, and works again",
  async (table) => {
    await db.query(
      `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
    );
    await db.query(`create trigger cut_off before insert on ${table} for each row execute function cut_off()`);
    try {
      await expect(send()).rejects.toThrow("cut off");
    } finally {
      await db.query(`drop function cut_off cascade`);
    }
    expect(await userOf()).toBeNull();
    expect((await answerOf(await send())).status).toBe(303);
  },
);
