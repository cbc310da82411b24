import { beforeEach, describe, expect, it } from "vitest";
import { prisma } from "~/platform/db.server";
import { completeLogin } from "~/platform/http/log-in.server";
import { M } from "~/messages";
import { logIn } from "~/accounts/log-in.server";
import { resetPassword } from "~/accounts/inside/reset-password.server";
import { action as forgot } from "~/accounts/screens/forgot/route";
import { action as reset, loader as showLink } from "~/accounts/screens/reset/route";
import { argsOf } from "../../support/route-args";
import { aTenant } from "../../support/world";
import { aVisitor } from "../../support/visitor";
import { answerOf, aVisit, type Browser, get, noticeIn, noticeOf, post } from "./screens/visit";
import { mailsTo, tokenTo } from "../../staff/database/users/mails";

const NEW = { password: "eleven-green-hats", password_confirmation: "eleven-green-hats" };
const HOUR_MS = 3_600_000;

let visit: Browser;

beforeEach(async () => {
  visit = aVisitor();
});

const ask = async (email: string) => await answerOf(await forgot(post(visit, "/forgot", { email })));
const send = async (token: string, fields: Record<string, string>) =>
  await answerOf(await reset(post(visit, `/reset/${token}`, fields, { token })));

describe("Users who forgot the password", () => {
  it("get the same answer for a known and an unknown address; only the known one gets a mail", async () => {
    const owner = await aTenant();
    const known = await ask(owner.email.toUpperCase());
    const unknown = await ask("nobody@people.example");
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 303, location: "/forgot?sent=1" });
    expect(await mailsTo(owner.email)).toMatchObject([{ subject: "Choose a new Millrace password" }]);
    expect(await mailsTo("nobody@people.example")).toEqual([]);
  });

  it.each([false, true])("lose a half-finished login by the former password (two-factor: %s)", async (twoFactor) => {
    const { userId, email, password } = await aTenant();
    const account = await logIn({ email, password, ip: "a", now: new Date() });
    await ask(email);
    await send(await tokenTo(email, "reset"), NEW);
    const request = new Request("http://127.0.0.1:3000/login", { method: "POST" });
    const begun = completeLogin(argsOf(request), { account: { ...account, twoFactor }, remember: true });
    await expect(begun).rejects.toThrow(M.wrongCredentials);
    const ofUser = { where: { userId } };
    expect([await prisma.session.count(ofUser), await prisma.pendingLogin.count(ofUser)]).toEqual([0, 0]);
  });

  it("get a mail and log in at an address that no new account could have", async () => {
    const { userId, password } = await aTenant();
    const email = `.odd..${userId}@-müller.example`;
    await prisma.user.update({ where: { id: userId }, data: { email } });
    await ask(email);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await logIn({ email, password, ip: "a", now: new Date() })).userId).toBe(userId);
  });

  it("choose a new one by the link, once; all sessions end and a mail is sent", async () => {
    const owner = await aTenant();
    const elsewhere = await aVisit({ userId: owner.userId });
    await ask(owner.email);
    const token = await tokenTo(owner.email, "reset");
    expect(await showLink(get(visit, `/reset/${token}`, { token }))).toEqual({ email: owner.email });
    const short = await send(token, { password: "short", password_confirmation: "short" });
    expect(short).toMatchObject({
      status: 422,
      data: { lastResult: { error: { password: [M.passwordRules] } } },
    });
    const chosen = await reset(post(visit, `/reset/${token}`, NEW, { token }));
    expect(await answerOf(chosen)).toMatchObject({ status: 303, location: "/login" });
    expect(noticeIn(chosen, "/login")).toMatchObject({ retcode: "OK" });
    expect(await prisma.session.count({ where: { id: elsewhere.sessionId } })).toBe(0);
    const { userId } = await logIn({ ...owner, password: NEW.password, ip: "a", now: new Date() });
    expect(userId).toBe(owner.userId);
    await expect(logIn({ ...owner, ip: "a", now: new Date() })).rejects.toThrow(M.wrongCredentials);
    expect((await mailsTo(owner.email)).at(-1)?.subject).toBe("Your Millrace password was changed");
    expect(await send(token, NEW)).toMatchObject({ status: 422 });
    expect(await showLink(get(visit, `/reset/${token}`, { token }))).toEqual({ email: null });
  });

  it("read a notice in a logged-in browser too: by a cookie, because its session has ended", async () => {
    const owner = await aTenant();
    visit = await aVisit({ userId: owner.userId });
    await ask(owner.email);
    const token = await tokenTo(owner.email, "reset");
    const answer = (await reset(post(visit, `/reset/${token}`, NEW, { token }))) as Response;
    expect(answer.headers.get("Location")).toBe("/login");
    expect(await prisma.session.count({ where: { userId: owner.userId } })).toBe(0);
    expect(noticeIn(answer, "/login")).toEqual({
      retcode: "OK",
      message: "Your password has been changed. Log in with it.",
    });
  });

  it("read a notice in a browser that is logged in with another account, which stays logged in", async () => {
    const owner = await aTenant();
    const other = await aVisit({ userId: (await aTenant()).userId });
    visit = other;
    await ask(owner.email);
    expect(await send(await tokenTo(owner.email, "reset"), NEW)).toMatchObject({ location: "/tasks" });
    expect(await noticeOf(other)).toEqual({
      retcode: "OK",
      message: `The password of ${owner.email} has been changed.`,
    });
  });

  it("find the link expired after 60 minutes, and after another link was used", async () => {
    const owner = await aTenant();
    await ask(owner.email);
    const first = await tokenTo(owner.email, "reset");
    await ask(owner.email);
    const second = await tokenTo(owner.email, "reset");
    const [password, confirmation] = [NEW.password, NEW.password];
    const late = new Date(Date.now() + HOUR_MS + 1000);
    await expect(resetPassword({ token: second, password, confirmation, now: late })).rejects.toThrow(
      "no longer valid",
    );
    expect((await send(second, NEW)).status).toBe(303);
    expect((await send(first, NEW)).status).toBe(422);
  });

  it("get at most 3 mails an hour for one address, known or not", async () => {
    for (const email of [(await aTenant()).email, "stranger@people.example"]) {
      for (let count = 1; count <= 3; count += 1) expect((await ask(email)).status).toBe(303);
      expect((await ask(email)).status).toBe(429);
    }
  });

  it("must name an address", async () => {
    const answer = await ask("nobody");
    expect(answer).toMatchObject({
      status: 422,
      data: { lastResult: { initialValue: { email: "nobody" }, error: { email: [M.emailInvalid] } } },
    });
  });

  it("also confirm an unverified address, because only its owner has the link", async () => {
    const { userId, email } = await aTenant();
    await prisma.user.update({ where: { id: userId }, data: { state: "unverified" } });
    await ask(email);
    await send(await tokenTo(email, "reset"), NEW);
    expect((await prisma.user.findUniqueOrThrow({ where: { id: userId } })).state).toBe("active");
  });
});
