import { beforeEach, describe, expect, it } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { UNITS_PER_DOLLAR } from "~/money/units";
import { env } from "~/platform/env.server";
import { M } from "~/messages";
import { confirmEmail, findConfirmLink } from "~/accounts/inside/confirm-email.server";
import { logIn } from "~/accounts/log-in.server";
import { findSession } from "~/accounts/session.server";
import { resendConfirmation } from "~/accounts/inside/resend-confirmation.server";
import { removeUnverified } from "~/accounts/remove-unverified.server";
import { closeAccount } from "~/staff/inside/close-account.server";
import { action, loader } from "~/accounts/screens/register/route";
import { action as confirm, loader as showLink } from "~/accounts/screens/verify/route";
import { aTenant, credit } from "../../support/world";
import { answerOf, type Browser, get, noticeIn, noticeOf, post } from "./screens/visit";
import { mailsTo, tokenTo } from "../../staff/database/users/mails";
import { newAddress, PASSWORD, registerAs, registration } from "./registering";
import { argsOf } from "../../support/route-args";
import { aVisitor } from "../../support/visitor";

const DAY_MS = 86_400_000;

let visit: Browser;

beforeEach(async () => {
  visit = aVisitor();
});

const register = async (given: Record<string, string> = {}) => await registerAs(visit, given);

describe("Registering", () => {
  it("creates an unverified user who may log in, and mails a link that confirms the address", async () => {
    const { sent, answer } = await register({ email: "First.Person@People.Example" });
    expect(answer).toMatchObject({ status: 303, location: "/verify" });
    expect(await loader(get(visit, "/register"))).toEqual({
      providers: [],
      next: null,
      welcomeDollars: env.WELCOME_CREDIT_DOLLARS,
    });
    const email = sent.email.toLowerCase();
    expect(await logIn({ email, password: PASSWORD, ip: "a", now: new Date() })).toMatchObject({
      state: "unverified",
      tenantName: expect.stringMatching(/^first-person-[a-z0-9]{4}$/) as string,
    });
    const token = await tokenTo(email, "verify");
    expect(await showLink(get(visit, `/verify/${token}`, { token }))).toEqual({
      link: { email, askPassword: false, isOwn: true },
      next: null,
    });
    const elsewhere = aVisitor();
    const confirmed = await confirm(post(elsewhere, `/verify/${token}`, {}, { token }));
    expect(await answerOf(confirmed)).toMatchObject({ status: 303, location: "/login" });
    expect(noticeIn(confirmed, "/login")).toMatchObject({ retcode: "OK" });
    expect(await prisma.user.findUnique({ where: { email } })).toMatchObject({
      state: "active",
      source: "conference",
      sourceText: "",
      role: "customer",
    });
  });

  it("logs in if the link is opened in the browser that registered, with a new session", async () => {
    const { sent } = await register();
    const token = await tokenTo(sent.email, "verify");
    const answer = await confirm(post(visit, `/verify/${token}`, {}, { token }));
    if (!(answer instanceof Response)) throw new Error("not confirmed");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/tasks"]);
    const cookie = /^millrace_session=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
    const session = await findSession({ cookie, now: new Date() });
    expect(session?.account).toMatchObject({ email: sent.email, state: "active" });
    expect(await noticeOf({ sessionId: session?.sessionId ?? "" })).toEqual({
      retcode: "OK",
      message: "Your email address is confirmed.",
    });
  });

  it("logs nobody in by an older link of a registration that was confirmed", async () => {
    const { sent } = await register();
    const older = await tokenTo(sent.email, "verify");
    const { userId } = await logIn({ email: sent.email, password: PASSWORD, ip: "a", now: new Date() });
    await resendConfirmation({ user: { userId, email: sent.email, name: "New Person" }, now: new Date() });
    await confirmEmail({ token: await tokenTo(sent.email, "verify"), now: new Date() });
    const answer = await answerOf(await confirm(post(visit, `/verify/${older}`, {}, { token: older })));
    expect(answer).toMatchObject({ status: 303, location: "/login" });
    expect(await prisma.session.count({ where: { userId } })).toBe(0);
  });

  it("logs nobody in by a link of another browser's registration", async () => {
    const { sent } = await register();
    const stranger = aVisitor();
    await registerAs(stranger);
    const token = await tokenTo(sent.email, "verify");
    const answer = await answerOf(await confirm(post(stranger, `/verify/${token}`, {}, { token })));
    expect(answer).toMatchObject({ status: 303, location: "/login" });
    expect(await prisma.session.count({ where: { user: { email: sent.email } } })).toBe(0);
  });

  it("answers the same for a known address, changes nothing and mails its owner", async () => {
    const owner = await aTenant();
    const before = await prisma.user.findUniqueOrThrow({ where: { id: owner.userId } });
    const { answer } = await register({ email: owner.email });
    expect(answer).toMatchObject({ status: 303, location: "/verify", data: null });
    expect(await prisma.user.findUniqueOrThrow({ where: { id: owner.userId } })).toEqual(before);
    expect(await mailsTo(owner.email)).toMatchObject([{ subject: "You already have a Millrace account" }]);
    await register({ email: owner.email });
    expect(await mailsTo(owner.email)).toHaveLength(1);
  });

  it("accepts one of two registrations of one address, and answers both alike", async () => {
    const email = newAddress();
    const answers = await Promise.all([register({ email }), register({ email })]);
    expect(answers.map(({ answer }) => answer.status)).toEqual([303, 303]);
    expect(await prisma.user.count({ where: { email } })).toBe(1);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it("shows each error at its field and keeps the other values except passwords", async () => {
    const typed = { name: "", email: "nobody", password: "short", source: "other", terms: "", company: "x" };
    const { answer } = await register({ ...typed, source_text: "", password_confirmation: "short" });
    expect(answer.status).toBe(422);
    expect(answer.data).toMatchObject({
      lastResult: {
        initialValue: { email: "nobody", source: "other" },
        error: {
          name: [M.nameRequired],
          email: [M.emailInvalid],
          password: [M.passwordRules],
          source_text: ["Please say where, in up to 200 characters."],
          terms: ["Please agree to the terms."],
        },
      },
    });
    expect(JSON.stringify(answer.data)).not.toContain('"short"');
    const { answer: unlike } = await register({ password_confirmation: "another-password" });
    expect(unlike.data).toMatchObject({
      lastResult: { error: { password_confirmation: [M.passwordsDiffer] } },
    });
    const { answer: common } = await register({
      password: "1234567890",
      password_confirmation: "1234567890",
    });
    expect(common.data).toMatchObject({ lastResult: { error: { password: [M.passwordTooCommon] } } });
  });

  it("stores the text of 'Other' in lower case, and an unanswered question as unknown", async () => {
    const { sent } = await register({ source: "other", source_text: "A Podcast" });
    const { sent: silent } = await register({ source: "" });
    expect(await prisma.user.findUnique({ where: { email: sent.email } })).toMatchObject({
      source: "other",
      sourceText: "a podcast",
    });
    expect(await prisma.user.findUnique({ where: { email: silent.email } })).toMatchObject({
      source: "unknown",
    });
  });

  it("refuses the eleventh registration of an hour from one address with 429", async () => {
    const send = async () => {
      const call = post(visit, "/register", registration());
      return await answerOf(await action(argsOf(call.request, { client: "one-address" })));
    };
    for (let count = 1; count <= 10; count += 1) expect((await send()).status).toBe(303);
    expect(await send()).toMatchObject({ status: 429 });
  });
});

describe("A confirm link", () => {
  it("works once, for 24 hours, and a wrong one does nothing", async () => {
    const { sent } = await register();
    const token = await tokenTo(sent.email, "verify");
    const late = new Date(Date.now() + DAY_MS + 1000);
    expect(await findConfirmLink({ token, visitorId: null, userId: null, now: late })).toBeNull();
    await expect(confirmEmail({ token, now: late })).rejects.toThrow("no longer valid");
    await expect(confirmEmail({ token: "x".repeat(43), now: new Date() })).rejects.toThrow("no longer valid");
    await confirmEmail({ token, now: new Date() });
    await expect(confirmEmail({ token, now: new Date() })).rejects.toThrow("no longer valid");
  });

  it("gives the configured welcome credit once, and none by default", async () => {
    const [rich, poor] = [newAddress(), newAddress()];
    for (const email of [rich, poor]) await register({ email });
    await register({ email: rich });
    env.WELCOME_CREDIT_DOLLARS = 10;
    for (let link = 1; link <= 2; link += 1) {
      const token = await tokenTo(rich, "verify");
      await confirmEmail({ token, password: PASSWORD, now: new Date() }).catch(() => {});
    }
    env.WELCOME_CREDIT_DOLLARS = 0;
    await confirmEmail({ token: await tokenTo(poor, "verify"), now: new Date() });
    expect(await balanceOf(rich)).toBe(10n * UNITS_PER_DOLLAR);
    expect(await balanceOf(poor)).toBe(0n);
  });

  it("appoints the configured address as first admin, and not again once an admin has closed that account", async () => {
    const email = newAddress();
    env.FIRST_ADMIN_EMAIL = email;
    await register({ email });
    expect((await prisma.user.findUniqueOrThrow({ where: { email } })).role).toBe("customer");
    await confirmEmail({ token: await tokenTo(email, "verify"), now: new Date() });
    const first = await prisma.user.findUniqueOrThrow({ where: { email } });
    expect(first.role).toBe("admin");
    const { userId: actorId } = await aTenant({ role: "admin", dollars: 0 });
    await closeAccount({ actorId, userId: first.id, requestId: "", now: new Date() });
    await register({ email });
    await confirmEmail({ token: await tokenTo(email, "verify"), now: new Date() });
    expect((await prisma.user.findUniqueOrThrow({ where: { email } })).role).toBe("customer");
    env.FIRST_ADMIN_EMAIL = undefined;
  });
});

async function balanceOf(email: string): Promise<bigint | undefined> {
  const [account] = await db.query<{ balance: bigint }>(
    `select a.balance from ledger_account a join user_account u on u.tenant_id = a.tenant_id
     where u.email = $1 and a.kind = 'customer'`,
    [email],
  );
  return account?.balance;
}

describe("Users who never confirm the address", () => {
  it("are deleted after 30 days, unless they own something", async () => {
    const [poor, rich, young] = [newAddress(), newAddress(), newAddress()];
    for (const email of [poor, rich, young]) await register({ email });
    const of = async (email: string) => await prisma.user.findUnique({ where: { email } });
    const owner = await of(rich);
    await credit({ tenantId: owner?.tenantId ?? 0, dollars: 5 });
    await db.query(`update user_account set created_at = now() - interval '31 days' where email = any($1)`, [
      [poor, rich],
    ]);
    const poorUser = await of(poor);
    const { userId: authorId } = await aTenant({ role: "operator" });
    await prisma.userComment.create({ data: { userId: poorUser?.id ?? 0, authorId, body: "who is this?" } });
    await db.query(
      `with terms as (insert into bank_terms (tenant_id, allowed, days, limit_cents, credit_when) values ($1, true, 14, 100000, 'paid'))
       insert into vat_check (tenant_id, tax, country, checked_by_id, checked_at) values ($1, 'DE1', 'DE', $2, now())`,
      [poorUser?.tenantId, authorId],
    );
    await removeUnverified({ now: new Date() });
    expect(await of(poor)).toBeNull();
    expect(await prisma.tenant.findUnique({ where: { id: poorUser?.tenantId ?? 0 } })).toBeNull();
    expect(await of(rich)).not.toBeNull();
    expect(await of(young)).not.toBeNull();
  });

  it("do not stop the deletion of others, and a failure is reported at the end", async () => {
    const emails = [newAddress(), newAddress(), newAddress()];
    for (const email of emails) await register({ email });
    await db.query(`update user_account set created_at = now() - interval '31 days' where email = any($1)`, [emails]);
    await db.query(`create table holds_on (tenant_id int references tenant (id))`);
    await db.query(`insert into holds_on select tenant_id from user_account where email = $1`, [emails[0]]);
    await expect(removeUnverified({ now: new Date() })).rejects.toThrow("holds_on");
    const left = await db.query<{ email: string }>(
      `select email from user_account where email = any($1) order by email`,
      [emails],
    );
    expect(left.map(({ email }) => email)).toEqual([emails[0]]);
    await db.query(`drop table holds_on`);
  });
});
