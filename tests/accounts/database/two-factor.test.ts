import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { db, prisma, transaction } from "~/platform/db.server";
import { M } from "~/messages";
import { WRONG_PASSWORD } from "~/accounts/inside/account-texts";
import { FACTOR_UNREADABLE, SET_UP_UNREADABLE } from "~/accounts/two-factor.server";
import { env } from "~/platform/env.server";
import { logIn as proveByPassword } from "~/accounts/log-in.server";
import { requireStaff } from "~/platform/http/access.server";
import { completeLogin } from "~/platform/http/log-in.server";
import { endOtherSessions, findSession, startSession } from "~/accounts/session.server";
import { action as security, loader as showSecurity } from "~/accounts/screens/security/route";
import { action as logIn } from "~/accounts/screens/login/route";
import { action as prove, loader as showStep } from "~/accounts/screens/two-factor/route";
import { lockWaits } from "../../support/lock-waits";
import { argsOf } from "../../support/route-args";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aVisitor, visitorAfter } from "../../support/visitor";
import { until } from "../../support/until";
import { mailsTo } from "../../staff/database/users/mails";
import { answerOf, aVisit, get, post, thrownBy, type Browser } from "./screens/visit";

const STEP_MS = 30_000;

let owner: TenantInWorld;

beforeEach(async () => {
  owner = await aTenant();
});

const codeAt = (secret: string, atMs = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });

/** The code of the next time step: the present one was used to turn two-factor on. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + STEP_MS);

/** Turns it on for the owner, as the security screen does. */
async function turnOn() {
  const visit = await aVisit({ userId: owner.userId });
  await security(post(visit, "/user/security", { intent: "totp-start" }));
  const { twoFactor } = await showSecurity(get(visit, "/user/security"));
  const secret = twoFactor.setUp?.secret ?? "";
  const code = codeAt(secret);
  const answer = await answerOf(await security(post(visit, "/user/security", { intent: "totp-confirm", code })));
  return { visit, secret, qrImage: twoFactor.setUp?.qrImage, answer };
}

async function passwordOf(visit: Browser, redirectTo = "") {
  const { email, password } = owner;
  return await logIn(post(visit, "/login", { email, password, redirectTo }));
}

const codesOf = ({ data }: { data: unknown }) => (data as { recoveryCodes: string[] }).recoveryCodes;

describe("Two-factor", () => {
  it("can be begun and cancelled; cancelling does not turn an active one off", async () => {
    let visit = await aVisit({ userId: owner.userId });
    const send = async (intent: string) => {
      await security(post(visit, "/user/security", { intent }));
      return (await showSecurity(get(visit, "/user/security"))).twoFactor;
    };
    expect((await send("totp-start")).setUp).not.toBeNull();
    expect(await send("totp-cancel")).toEqual({ on: false, setUp: null, recoveryCodesLeft: 0 });
    // Turning it on ends the other sessions.
    ({ visit } = await turnOn());
    expect(await send("totp-cancel")).toMatchObject({ on: true, recoveryCodesLeft: 10 });
  });

  it("is set up with a QR image, and turned on by a first code, which shows ten recovery codes once", async () => {
    const elsewhere = await aVisit({ userId: owner.userId });
    const { visit, qrImage, answer } = await turnOn();
    expect(qrImage).toMatch(/^data:image\/png;base64,/);
    expect(codesOf(answer)).toHaveLength(10);
    expect(new Set(codesOf(answer)).size).toBe(10);
    const { twoFactor } = await showSecurity(get(visit, "/user/security"));
    expect(twoFactor).toEqual({ on: true, setUp: null, recoveryCodesLeft: 10 });
    // The other sessions were started without it.
    expect(await prisma.session.count({ where: { id: elsewhere.sessionId } })).toBe(0);
    expect(await mailsTo(owner.email)).toMatchObject([
      { subject: "Two-factor login was turned on for your Millrace account" },
    ]);
    const stored = await prisma.user.findUniqueOrThrow({ where: { id: owner.userId } });
    expect(stored.totpSecret).not.toMatch(/^[A-Z2-7]{32}$/);
  });

  it("cannot be set up from an old session without the password", async () => {
    const visit = await aVisit({ userId: owner.userId, loginAgoS: 16 * 60 });
    const start = async (password: string) =>
      await answerOf(await security(post(visit, "/user/security", { intent: "totp-start", password })));
    for (let guess = 1; guess <= 5; guess += 1) {
      expect(await start("guessed")).toMatchObject({ status: 422, data: { message: WRONG_PASSWORD } });
    }
    expect(await start(owner.password)).toMatchObject({
      data: { message: expect.stringMatching(/^Too many login attempts/) as string },
    });
    expect((await showSecurity(get(visit, "/user/security"))).twoFactor.setUp).toBeNull();
  });

  it("stays off after a wrong code, and the field shows the error", async () => {
    const visit = await aVisit({ userId: owner.userId });
    await security(post(visit, "/user/security", { intent: "totp-start" }));
    const fields = { intent: "totp-confirm", code: "000000" };
    const answer = await answerOf(await security(post(visit, "/user/security", fields)));
    expect(answer).toMatchObject({
      status: 422,
      data: { lastResult: { error: { code: [expect.stringContaining("This code is wrong")] } } },
    });
    expect((await showSecurity(get(visit, "/user/security"))).twoFactor.on).toBe(false);
  });

  it("with an unreadable secret explains what to do, and recovery codes still log in", async () => {
    const lose = async () =>
      await prisma.user.update({ where: { id: owner.userId }, data: { totpSecret: "A".repeat(80) } });
    const begun = await aVisit({ userId: owner.userId });
    await security(post(begun, "/user/security", { intent: "totp-start" }));
    await lose();
    expect((await showSecurity(get(begun, "/user/security"))).twoFactor.setUp).toBeNull();
    const confirm = { intent: "totp-confirm", code: "123456" };
    expect(await answerOf(await security(post(begun, "/user/security", confirm)))).toMatchObject({
      status: 422,
      data: { message: SET_UP_UNREADABLE },
    });

    const { secret, answer } = await turnOn();
    await lose();
    const visit = aVisitor();
    const step = visitorAfter(await passwordOf(visit));
    const give = async (code: string) => await prove(post(step, "/login/two-factor", { code }));
    expect(await answerOf(await give(nextCode(secret)))).toMatchObject({
      status: 422,
      data: { message: FACTOR_UNREADABLE },
    });
    expect(((await give(codesOf(answer)[0] ?? "")) as Response).status).toBe(303);
  });

  it("is required after the password; until then nobody is logged in, and the browser is a new visitor", async () => {
    const { secret } = await turnOn();
    const visit = aVisitor();
    const first = (await passwordOf(visit, "/keys")) as Response;
    expect(first.status).toBe(303);
    expect(first.headers.get("Location")).toBe("/two-factor");
    expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(/^millrace_visitor=[\w-]{43}; /)]);
    // A planted earlier cookie gives no access to this login.
    expect((await thrownBy(showStep(get(visit, "/two-factor")))).headers.get("Location")).toBe("/login");
    const step = visitorAfter(first);
    expect(await showStep(get(step, "/two-factor"))).toBeNull();
    const second = (await prove(post(step, "/two-factor", { code: nextCode(secret) }))) as Response;
    expect(second.headers.get("Location")).toBe("/keys");
    const cookie = /millrace_session=([^;]+)/.exec(second.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
    expect((await findSession({ cookie, now: new Date() }))?.account?.userId).toBe(owner.userId);
    // The step is over: a second code finds no login that waits for it.
    expect((await thrownBy(showStep(get(step, "/two-factor")))).headers.get("Location")).toBe("/login");
  });

  it("accepts each code once", async () => {
    const { secret } = await turnOn();
    const code = nextCode(secret);
    const steps = [];
    for (const visit of [aVisitor(), aVisitor()]) steps.push(visitorAfter(await passwordOf(visit)));
    const answers = await Promise.all(
      steps.map(async (visit) => await answerOf(await prove(post(visit, "/two-factor", { code })))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(answers.find(({ status }) => status === 422)?.data).toMatchObject({ message: M.wrongFactorCode });
  });

  it("accepts a recovery code instead, once, in any spelling", async () => {
    const { answer } = await turnOn();
    const [code = ""] = codesOf(answer);
    const visit = visitorAfter(await passwordOf(aVisitor()));
    const typed = ` ${code.toUpperCase().replaceAll("-", " ")}`;
    expect((await answerOf(await prove(post(visit, "/two-factor", { code: typed })))).status).toBe(303);
    const again = visitorAfter(await passwordOf(aVisitor()));
    expect((await answerOf(await prove(post(again, "/two-factor", { code })))).status).toBe(422);
  });

  it("begins no session once the password has changed while the code was checked", async () => {
    const { secret } = await turnOn();
    const step = visitorAfter(await passwordOf(aVisitor()));
    const { userId } = owner;
    const answer = await transaction(async (tx) => {
      await tx.query(`select from user_account where id = $1 for update`, [userId]);
      const proving = prove(post(step, "/two-factor", { code: nextCode(secret) }));
      await until("the code to wait for the user", async () => (await lockWaits()) > 0);
      await tx.query(`update user_account set password_hash = 'another' where id = $1`, [userId]);
      await endOtherSessions(tx, { userId, keep: null, now: new Date() });
      return { proving };
    });
    expect(await answerOf(await answer.proving)).toMatchObject({ status: 422, data: { message: M.loginPageExpired } });
    expect(await prisma.session.count({ where: { userId } })).toBe(0);
  });

  it("begins one session for one login, though two codes are right at once", async () => {
    const { secret, answer } = await turnOn();
    const step = visitorAfter(await passwordOf(aVisitor()));
    const codes = [nextCode(secret), ...codesOf(answer).slice(0, 2)];
    const answers = await Promise.all(
      codes.map(async (code) => await answerOf(await prove(post(step, "/two-factor", { code })))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422]);
  });

  it("forgets a set-up that was begun before the other sessions ended: its secret may be known there", async () => {
    const thief = await aVisit({ userId: owner.userId });
    await security(post(thief, "/user/security", { intent: "totp-start" }));
    await transaction((tx) => endOtherSessions(tx, { userId: owner.userId, keep: null, now: new Date() }));
    const visit = await aVisit({ userId: owner.userId });
    expect((await showSecurity(get(visit, "/user/security"))).twoFactor.setUp).toBeNull();
  });

  it("shows and confirms a set-up only in the session that began it: another one may be a thief's without the password", async () => {
    const [visit, thief] = [await aVisit({ userId: owner.userId }), await aVisit({ userId: owner.userId })];
    await security(post(visit, "/user/security", { intent: "totp-start" }));
    const secret = (await showSecurity(get(visit, "/user/security"))).twoFactor.setUp?.secret ?? "";
    expect((await showSecurity(get(thief, "/user/security"))).twoFactor.setUp).toBeNull();
    const confirm = { intent: "totp-confirm", code: codeAt(secret) };
    const answer = await answerOf(await security(post(thief, "/user/security", confirm)));
    expect(answer).toMatchObject({ status: 422, data: { message: SET_UP_UNREADABLE } });
    expect(await answerOf(await security(post(visit, "/user/security", confirm)))).toMatchObject({ status: 200 });
  });

  it("begins no session of an account that was suspended meanwhile", async () => {
    const { userId } = owner;
    await prisma.user.update({ where: { id: userId }, data: { state: "suspended" } });
    const begun = startSession({ userId, remember: true, ip: "", userAgent: "", now: new Date() });
    await expect(begun).rejects.toThrow(M.wrongCredentials);
  });

  it("begins no session by a password that was checked while it was turned on", async () => {
    const { userId, email, password } = owner;
    const account = await proveByPassword({ email, password, ip: "a", now: new Date() });
    await turnOn();
    const args = argsOf(new Request("http://127.0.0.1:3000/login", { method: "POST" }));
    const begun = completeLogin(args, { account, remember: true });
    await expect(begun).rejects.toThrow(M.wrongCredentials);
    // That of the browser which turned it on.
    expect(await prisma.session.count({ where: { userId } })).toBe(1);
  });

  it("refuses the sixth wrong code in 15 minutes, even from another session", async () => {
    await turnOn();
    const messages: unknown[] = [];
    for (let count = 1; count <= 6; count += 1) {
      const visit = visitorAfter(await passwordOf(aVisitor()));
      const { data } = await answerOf(await prove(post(visit, "/two-factor", { code: "000000" })));
      messages.push((data as { message: string }).message);
    }
    expect(messages.slice(0, 5)).toEqual(Array(5).fill(M.wrongFactorCode));
    expect(messages[5]).toMatch(/^Too many login attempts/);
  });

  it("sends a visitor who has not given a password to the login", async () => {
    const visit = aVisitor();
    expect((await thrownBy(showStep(get(visit, "/two-factor")))).headers.get("Location")).toBe("/login");
    const answer = await answerOf(await prove(post(visit, "/two-factor", { code: "123456" })));
    expect(answer).toMatchObject({ status: 422, data: { message: M.loginPageExpired } });
  });

  it("is turned off with the password only", async () => {
    const { visit } = await turnOn();
    const off = async (password: string) =>
      await answerOf(await security(post(visit, "/user/security", { intent: "totp-off", password })));
    expect(await off("wrong")).toMatchObject({ status: 422, data: { message: WRONG_PASSWORD } });
    expect(await off(owner.password)).toMatchObject({ status: 303 });
    expect(await prisma.recoveryCode.count({ where: { userId: owner.userId } })).toBe(0);
    // Once: the second time there is nothing to report.
    expect(await off(owner.password)).toMatchObject({ status: 303 });
    const mails = (await mailsTo(owner.email)).slice(1);
    expect(mails).toEqual([
      {
        subject: "Two-factor login was turned off for your Millrace account",
        text: expect.stringContaining("/contact") as string,
      },
    ]);
    const later = aVisitor();
    expect(((await passwordOf(later)) as Response).headers.get("Location")).toBe("/tasks");
  });
});

describe("Staff where two-factor is required", () => {
  beforeEach(async () => {
    owner = await aTenant({ role: "operator" });
    env.STAFF_TOTP_REQUIRED = true;
    return () => {
      env.STAFF_TOTP_REQUIRED = false;
    };
  });

  it("must set it up, and may do only what a customer may until then", async () => {
    const visit = await aVisit({ userId: owner.userId });
    const sent = await thrownBy(requireStaff(get(visit, "/dashboard"), "dashboard"));
    expect(sent.headers.get("Location")).toBe("/user/security");
    expect((await showSecurity(get(visit, "/user/security"))).lacksTwoFactor).toBe(true);
    expect((await findSession({ cookie: visit.cookie, now: new Date() }))?.account?.role).toBe("customer");
  });

  it("reach the dashboard once it is on", async () => {
    const { visit } = await turnOn();
    expect((await requireStaff(get(visit, "/dashboard"), "dashboard")).role).toBe("operator");
  });

  it("lose the sockets that have the rights of staff once it is off", async () => {
    const { visit } = await turnOn();
    await db.query(`delete from outbox`);
    await security(post(visit, "/user/security", { intent: "totp-off", password: owner.password }));
    const closed = await db.query(`select key from outbox where entity = 'session'`);
    expect(closed).toEqual([{ key: visit.sessionId }]);
  });
});
