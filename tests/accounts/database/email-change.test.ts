import { beforeEach, describe, expect, it, test } from "vitest";
import { db, prisma, transaction } from "~/platform/db.server";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { changeRole } from "~/accounts/inside/teams/change-member.server";
import { handOver } from "~/accounts/inside/teams/hand-over.server";
import { invite } from "~/accounts/inside/teams/invite.server";
import { confirmEmailChange } from "~/accounts/inside/email-change/confirm-email-change.server";
import { revertEmailChange } from "~/accounts/inside/email-change/revert-email-change.server";
import { endOwnSession } from "~/accounts/inside/end-own-session.server";
import { revokePendingAccess } from "~/accounts/inside/revoke-pending-access.server";
import { logIn } from "~/accounts/log-in.server";
import { endOtherSessions } from "~/accounts/session.server";
import { M } from "~/messages";
import { action as change, loader as shown } from "~/accounts/screens/email/route";
import { action as follow, loader as showLink } from "~/accounts/screens/email-change/route";
import { completeLogin } from "~/platform/http/log-in.server";
import { joinOrOpen } from "~/site/inside/inbox/add-message.server";
import { argsOf } from "../../support/route-args";
import { aMember } from "../../support/team-world";
import { aVisitor } from "../../support/visitor";
import { aTenant, type TenantInWorld } from "../../support/world";
import { anEndpoint } from "./endpoints/receiver";
import { answerOf, aVisit, get, post, type Visit } from "./screens/visit";
import { mailsTo, tokenTo } from "../../staff/database/users/mails";
import { registerAs } from "./registering";
import { storedPasskey } from "./with-passkeys";
import { inSession } from "./in-session";

const DAY_MS = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms);

let counter = 0;
let owner: TenantInWorld;
let visit: Visit;
let next: string;

beforeEach(async () => {
  owner = await aTenant();
  visit = await aVisit({ userId: owner.userId });
  next = `next${(counter += 1)}@people.example`;
});

const ask = async (email: string, more: Record<string, string> = {}) =>
  await answerOf(await change(post(visit, "/user/email", { intent: "ask-email", email, ...more })));
const press = async (token: string, intent: "confirm" | "back") =>
  await answerOf(await follow(post(aVisitor(), `/email-change/${token}`, { intent }, { token })));
const lookAt = async (token: string) => (await showLink(get(null, `/email-change/${token}`, { token }))).link;
const emailOf = async ({ userId }: TenantInWorld) =>
  (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).email;
const given = (token: string, now = new Date()) => ({ token, requestId: "", now });

async function changed(): Promise<{ back: string }> {
  await ask(next);
  const back = await tokenTo(owner.email, "email-change");
  await press(await tokenTo(next, "email-change"), "confirm");
  return { back };
}

test("a link of a past that a restore took away works for nobody's later change", async () => {
  const { back } = await changed();
  const [lost] = await db.query<{ id: number }>(`delete from email_change where user_id = $1 returning id`, [
    owner.userId,
  ]);
  await db.query(`delete from mail where cause like concat('email-change:', $1::int, ':%')`, [lost?.id]);
  await db.query(`select setval('email_change_id_seq', $1, false)`, [lost?.id]);
  owner = await aTenant();
  visit = await aVisit({ userId: owner.userId });
  next = `next${(counter += 1)}@people.example`;
  await changed();
  expect(await lookAt(back)).toBeNull();
  await press(back, "back");
  expect(await emailOf(owner)).toBe(next);
});

describe("An intruder with the session but not the mailbox", () => {
  const team = () => ({ tenantId: owner.tenantId, userId: owner.userId, requestId: "", now: new Date() });
  const letsIn = () => invite({ ...team(), email: `friend${counter}@people.example`, role: "admin" });

  it("admits nobody to the team while the address change can be undone, but can afterwards", async () => {
    const member = await aMember({ tenantId: owner.tenantId, role: "member" });
    const raises = () => changeRole({ ...team(), memberId: member.userId, role: "admin" });
    const handsOver = () => handOver({ ...team(), memberId: member.userId });
    await ask(next);
    for (const act of [letsIn, raises, handsOver])
      await expect(act()).rejects.toThrow("can still be confirmed or reverted");
    await press(await tokenTo(next, "email-change"), "confirm");
    for (const act of [letsIn, raises, handsOver])
      await expect(act()).rejects.toThrow("can still be confirmed or reverted");
    await db.query(`update email_change set back_until = now() - interval '1 second' where user_id = $1`, [
      owner.userId,
    ]);
    await expect(letsIn()).resolves.toMatchObject({ email: `friend${counter}@people.example` });
  });

  it("may have left a template or a task behind: the owner's mailbox is told where to look", async () => {
    const { back } = await changed();
    await press(back, "back");
    const mails = await db.query<{ to: string; text: string }>(
      `select to_address as to, text from mail where subject like '%was reverted' and to_address = any($1::text[])`,
      [[owner.email, next]],
    );
    expect(mails.filter(({ text }) => /\/templates\b/.test(text)).map(({ to }) => to)).toEqual([owner.email]);
  });

  it("gets no session by a login with an account that they linked, which was on its way while the change was reverted", async () => {
    const { back } = await changed();
    const account = await logIn({ email: next, password: owner.password, ip: "a", now: new Date() });
    const args = argsOf(new Request("http://127.0.0.1:3000/login/callback/openid"));
    await press(back, "back");
    await expect(completeLogin(args, { account, remember: true })).rejects.toThrow(M.wrongCredentials);
    expect(await prisma.session.count({ where: { userId: owner.userId } })).toBe(0);
  });

  it("keeps no SSH key, webhook or API key that was requested twice", async () => {
    await ask(`first-${next}`);
    await makeNamedKey(aKey("kept", new Date()));
    await db.query(
      `insert into ssh_key (tenant_id, user_id, name, type, body, fingerprint, is_default)
       select $1, user_id, 'kept', 'ssh-ed25519', 'x', 'x', false from member where tenant_id = $1 and role = 'owner'`,
      [owner.tenantId],
    );
    await anEndpoint(owner, { url: "https://hooks.example/kept" });
    const { back } = await changed();
    await press(back, "back");
    const [kept] = await db.query(
      `select (select count(*)::int from api_key where user_id = $1 and name = 'kept' and revoked_at is null) as keys,
         (select count(*)::int from ssh_key where tenant_id = $2 and name = 'kept') as "sshKeys",
         (select count(*)::int from webhook_endpoint where tenant_id = $2 and state <> 'deleted') as webhooks`,
      [owner.userId, owner.tenantId],
    );
    expect(kept).toEqual({ keys: 0, sshKeys: 0, webhooks: 0 });
  });

  it("gets no more answers to the owner's conversations, once the change was reverted (22.4)", async () => {
    await db.query(
      `insert into conversation (token, user_id, email, name, subject, source, last_at, created_at)
       values ($2 || '1', $1::int, $2, 'Ann', 'Help', 'contact', now(), now()), ($2 || '2', null, $2, 'Bob', 'Hi', 'mail', now(), now())`,
      [owner.userId, next],
    );
    const { back } = await changed();
    const onItsWay = { sender: { userId: owner.userId, email: next, name: "Ann" }, source: "contact" as const };
    const sentAt = new Date();
    await revertEmailChange(given(back, later(1000)));
    const message = { ...onItsWay, subject: "Help", now: sentAt };
    await expect(transaction((tx) => joinOrOpen(tx, message))).rejects.toThrow(M.notAllowed);
    const answersGoTo = await db.query(
      `select user_id, email from conversation where email = $1 or user_id = $2 order by id`,
      [...[next, owner.userId]],
    );
    expect(answersGoTo).toEqual([
      { user_id: owner.userId, email: "" },
      { user_id: null, email: next },
    ]);
  });
});

describe("A change of the email address", () => {
  it("is completed by the link in the new mailbox, once; the old mailbox learns how to revert it", async () => {
    expect(await ask(next.toUpperCase())).toMatchObject({ status: 303 });
    expect((await shown(get(visit, "/user/email"))).change).toMatchObject({ state: "waiting", newEmail: next });
    const token = await tokenTo(next, "email-change");
    expect(await lookAt(token)).toEqual({ act: "confirm", oldEmail: owner.email, newEmail: next });
    expect(await emailOf(owner)).toBe(owner.email);
    expect(await press(token, "confirm")).toMatchObject({ status: 303, location: "/login" });
    expect(await emailOf(owner)).toBe(next);
    expect((await press(token, "confirm")).status).toBe(422);
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
      "Your Millrace email address is about to change",
      "Your Millrace email address was changed",
    ]);
    await expect(logIn({ ...owner, ip: "a", now: new Date() })).rejects.toThrow(M.wrongCredentials);
    expect((await logIn({ ...owner, email: next, ip: "a", now: new Date() })).userId).toBe(owner.userId);
    expect(await ask("another@people.example")).toMatchObject({ status: 422 });
  });

  it("asks for the password if the login is over 15 minutes old", async () => {
    visit = await aVisit({ userId: owner.userId, loginAgoS: 16 * 60 });
    expect(await ask(next)).toMatchObject({ status: 422, data: { message: M.currentPasswordRequired } });
    expect(await ask(next, { password: owner.password })).toMatchObject({ status: 303 });
  });

  it("is stopped by the old mailbox, or on the screen, before it was confirmed", async () => {
    await ask(next);
    const [token, back] = [await tokenTo(next, "email-change"), await tokenTo(owner.email, "email-change")];
    expect((await press(back, "confirm")).status).toBe(422);
    expect(await lookAt(back)).toMatchObject({ act: "stop" });
    expect(await press(back, "back")).toMatchObject({ status: 303, location: "/login" });
    expect([await lookAt(token), await lookAt(back)]).toEqual([null, null]);
    expect((await press(token, "confirm")).status).toBe(422);
    await ask(next);
    const again = await tokenTo(next, "email-change");
    await change(post(visit, "/user/email", { intent: "stop-email" }));
    expect((await press(again, "confirm")).status).toBe(422);
    expect(await emailOf(owner)).toBe(owner.email);
  });

  it.each([
    ["a new password", (userId: number) => transaction((tx) => revokePendingAccess(tx, { userId, now: new Date() }))],
    [
      "the end of other sessions",
      (userId: number) => transaction((tx) => endOtherSessions(tx, { userId, keep: null, now: new Date() })),
    ],
    [
      "the end of a session",
      (userId: number) => endOwnSession({ userId, sessionId: visit.sessionId, now: new Date() }),
    ],
  ])("is stopped by %s before it was confirmed: the session that ends may have asked for it", async (_, end) => {
    await ask(next);
    await end(owner.userId);
    expect((await press(await tokenTo(next, "email-change"), "confirm")).status).toBe(422);
    expect(await emailOf(owner)).toBe(owner.email);
  });

  it("reverted within 7 days restores the address and ends later sessions, keys and passwords", async () => {
    const before = await makeNamedKey(aKey("before", later(-DAY_MS)));
    await storedPasskey(owner.userId, later(-DAY_MS));
    const { back } = await changed();
    await storedPasskey(owner.userId, later(60_000));
    const after = await makeNamedKey(aKey("after", new Date()));
    await db.query(
      `insert into device_login (code_hash, user_code, client_name, ip, state, user_id, interval_s, created_at, expires_at)
       values ($1, $1, 'cli', '', 'allowed', $2, 5, now(), now() + interval '10 minutes')`,
      [`code-${counter}`, owner.userId],
    );
    const { location } = await press(back, "back");
    expect(location).toMatch(/^\/reset\/[\w-]{43}$/);
    expect(await emailOf(owner)).toBe(owner.email);
    await expect(logIn({ ...owner, ip: "a", now: new Date() })).rejects.toThrow(M.wrongCredentials);
    expect(await prisma.session.count({ where: { userId: owner.userId } })).toBe(0);
    expect(await prisma.deviceLogin.count({ where: { userId: owner.userId } })).toBe(0);
    expect(await prisma.passkey.count({ where: { userId: owner.userId } })).toBe(1);
    const keys = await prisma.apiKey.findMany({ where: { userId: owner.userId, scope: "named" } });
    const ended = new Map(keys.map((key) => [key.id, key.revokedAt !== null]));
    expect([ended.get(before.id), ended.get(after.id)]).toEqual([false, true]);
    expect((await press(back, "back")).status).toBe(422);
  });

  it("cannot be reverted after 7 days, nor confirmed after one", async () => {
    await ask(next);
    const token = await tokenTo(next, "email-change");
    await expect(confirmEmailChange(given(token, later(DAY_MS)))).rejects.toThrow("no longer valid");
    const back = await tokenTo(owner.email, "email-change");
    await press(token, "confirm");
    await expect(revertEmailChange(given(back, later(7 * DAY_MS + 60_000)))).rejects.toThrow("no longer valid");
    expect(await emailOf(owner)).toBe(next);
  });

  it("blocks the former address while the change can be undone, and explains that only to its mailbox", async () => {
    const { back } = await changed();
    const { answer } = await registerAs(aVisitor(), { email: owner.email });
    expect(answer).toMatchObject({ status: 303 });
    expect(await prisma.user.count({ where: { email: owner.email } })).toBe(0);
    expect((await mailsTo(owner.email)).at(-1)?.subject).toBe("This address was changed recently");
    await press(back, "back");
    expect(await emailOf(owner)).toBe(owner.email);
  });

  it("to the address of another account notifies only that mailbox; an address taken meanwhile is refused", async () => {
    const other = await aTenant();
    expect(await ask(other.email)).toMatchObject({ status: 303 });
    expect((await mailsTo(other.email)).map(({ subject }) => subject)).toEqual([
      "This address already has a Millrace account",
    ]);
    await ask(next);
    const token = await tokenTo(next, "email-change");
    await aTenant({ email: next });
    expect(await press(token, "confirm")).toMatchObject({ status: 422, data: { message: M.emailTaken } });
    expect(await emailOf(owner)).toBe(owner.email);
  });

  it("to an address that somebody registered and nobody confirmed replaces that registration", async () => {
    const password = "the-strangers-own";
    await registerAs(aVisitor(), { email: next, password, password_confirmation: password });
    const stranger = await logIn({ email: next, password, ip: "stranger", now: new Date() });
    const { sessionId } = await aVisit(stranger);
    await ask(next);
    expect(await press(await tokenTo(next, "email-change"), "confirm")).toMatchObject({ status: 303 });
    expect(await emailOf(owner)).toBe(next);
    expect(await prisma.session.count({ where: { id: sessionId } })).toBe(0);
    expect(await prisma.user.count({ where: { id: stranger.userId } })).toBe(0);
    expect(await prisma.tenant.count({ where: { id: stranger.tenantId } })).toBe(0);
  });

  it("requested twice at once leaves one pending; of two that use one address, one succeeds", async () => {
    const asked = { userId: owner.userId, requestId: "", now: new Date() };
    await Promise.all([`a${next}`, `b${next}`].map((newEmail) => inSession(askEmailChange, { ...asked, newEmail })));
    expect(await prisma.emailChange.count({ where: { userId: owner.userId, state: "waiting" } })).toBe(1);
    const other = await aTenant();
    await inSession(askEmailChange, { ...asked, newEmail: next });
    const first = await tokenTo(next, "email-change");
    await inSession(askEmailChange, { ...asked, userId: other.userId, newEmail: next });
    const second = await tokenTo(next, "email-change");
    const outcomes = await Promise.allSettled([first, first, second].map((token) => confirmEmailChange(given(token))));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await prisma.user.count({ where: { email: next } })).toBe(1);
  });

  it("refuses an invalid address, the user's own address and a user with an unconfirmed address", async () => {
    for (const email of [
      "a,b@people.example",
      "a@people.example;b@people.example",
      'x"y@people.example',
      "<a@b.example>",
    ])
      expect(await ask(email)).toMatchObject({ status: 422, data: { message: M.emailCharacters } });
    expect(await ask("nobody")).toMatchObject({ status: 422, data: { message: M.emailInvalid } });
    expect(await ask(owner.email)).toMatchObject({ status: 422, data: { message: M.emailIsYours } });
    await prisma.user.update({ where: { id: owner.userId }, data: { state: "unverified" } });
    expect(await ask(next)).toMatchObject({ status: 422, data: { message: M.confirmEmailFirst } });
  });
});

const aKey = (name: string, now: Date) => ({
  ...{ tenantId: owner.tenantId, userId: owner.userId, requestId: "", now },
  key: { name, scopes: ["read" as const], networks: [], expiresAt: null },
});
