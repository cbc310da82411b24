import { describe, expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { M } from "~/messages";
import { env } from "~/platform/env.server";
import { endOtherSessions } from "~/accounts/session.server";
import { loader as showLogin } from "~/accounts/screens/login/route";
import { action as logIn } from "~/accounts/screens/login-passkey/route";
import { Authenticator } from "../../support/authenticator";
import { lockWaits } from "../../support/lock-waits";
import { until } from "../../support/until";
import { aVisitor } from "../../support/visitor";
import { get, post, thrownBy } from "./screens/visit";
import { mailsTo } from "../../staff/database/users/mails";
import { anOwner, begun, comeIn, logInWith, SITE, usePasskeySite } from "./with-passkeys";

usePasskeySite();

const REFUSED = { status: 422, data: { message: M.passkeyRefused } };
const sessionsOf = async (userId: number) =>
  (await db.query(`select from session where user_id = $1`, [userId])).length;

describe("Logging in with a passkey (6.11)", () => {
  it("returns to the requested page, without a code although two-factor is on", async () => {
    const { owner, device } = await anOwner();
    await db.query(`update user_account set totp_confirmed_at = now(), totp_secret = 'x' where id = $1`, [
      owner.userId,
    ]);
    const held = await sessionsOf(owner.userId);
    const { options, browser } = await begun();
    expect(await comeIn(browser, device.sign(options), "/keys")).toMatchObject({ status: 303, location: "/keys" });
    expect(await sessionsOf(owner.userId)).toBe(held + 1);
    expect(await logInWith(device)).toMatchObject({ status: 303, location: "/tasks" });
  });

  it("works each time with a passkey that has no counter", async () => {
    const { device } = await anOwner();
    for (const _ of [1, 2]) expect(await logInWith(device, { counter: 0 })).toMatchObject({ status: 303 });
  });

  it.each([
    ["another site's page", { origin: "https://evil.example" }],
    ["another site's name", { rpID: "evil.example" }],
    ["another challenge", { challenge: "c29tZXRoaW5nLWVsc2U" }],
    ["an authenticator that checked nobody", { verified: false }],
    ["another user", { userHandle: Buffer.from("millrace:1").toString("base64url") }],
  ])("is refused for %s (M187)", async (_what, odd) => {
    const { owner, device } = await anOwner();
    const held = await sessionsOf(owner.userId);
    expect(await logInWith(device, odd)).toMatchObject(REFUSED);
    expect(await sessionsOf(owner.userId)).toBe(held);
  });

  it("is refused with an unknown passkey, or another one's key", async () => {
    const { device } = await anOwner();
    expect(await logInWith(new Authenticator(SITE))).toMatchObject(REFUSED);
    const { options, browser } = await begun();
    const forged = JSON.parse(new Authenticator(SITE).sign(options)) as Record<string, unknown>;
    const credential = JSON.stringify({ ...forged, id: device.id, rawId: device.id });
    expect(await comeIn(browser, credential)).toMatchObject(REFUSED);
  });

  it.each([{}, { counter: 0 }])("is refused when it is replayed, even twice at once (%j)", async (odd) => {
    const { device } = await anOwner();
    const { options, browser } = await begun();
    const credential = device.sign(options, odd);
    const both = await Promise.all([comeIn(browser, credential), comeIn(browser, credential)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await logInWith(device, odd)).toMatchObject({ status: 303 });
    expect(await comeIn(browser, credential)).toMatchObject(REFUSED);
  });

  it("is refused in a browser that has not begun one", async () => {
    const { device } = await anOwner();
    const { options } = await begun();
    expect(await comeIn(aVisitor(), device.sign(options))).toMatchObject(REFUSED);
    const { browser } = await begun();
    expect(await comeIn(browser, device.sign(options))).toMatchObject(REFUSED);
  });

  it("is refused with a counter that goes back; its owner gets a mail, and the count is not stored", async () => {
    const { owner, device } = await anOwner();
    expect(await logInWith(device, { counter: 7 })).toMatchObject({ status: 303 });
    for (const counter of [7, 6, 0]) expect(await logInWith(device, { counter })).toMatchObject(REFUSED);
    const told = (await mailsTo(owner.email)).filter(({ subject }) => subject.includes("passkey was refused"));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("Laptop");
    expect(await logInWith(device, { counter: 8 })).toMatchObject({ status: 303 });
  });

  it("refuses suspended and closed accounts", async () => {
    const { owner, device } = await anOwner();
    await db.query(`update user_account set state = 'suspended' where id = $1`, [owner.userId]);
    expect(await logInWith(device)).toMatchObject({ status: 422, data: { message: M.suspended } });
    await db.query(`update user_account set state = 'closed' where id = $1`, [owner.userId]);
    expect(await logInWith(device)).toMatchObject(REFUSED);
  });

  it("begins no session once the passkey is removed while its signature was checked", async () => {
    const { owner, visit, device, id } = await anOwner();
    const { options, browser } = await begun();
    const { userId } = owner;
    const { answer } = await transaction(async (tx) => {
      await tx.query(`select from user_account where id = $1 for update`, [userId]);
      const coming = comeIn(browser, device.sign(options, {}));
      await until("the session waits for the user", async () => (await lockWaits()) > 0);
      await tx.query(`delete from passkey where id = $1`, [id]);
      await endOtherSessions(tx, { userId, keep: visit.sessionId, now: new Date() });
      return { answer: coming };
    });
    expect(await answer).toMatchObject({ status: 422, data: { message: M.wrongCredentials } });
    expect(await sessionsOf(userId)).toBe(1);
  });

  it("counts failures like passwords (M71)", async () => {
    const { device } = await anOwner();
    for (let tries = 0; tries < env.RATE_LOGIN_PER_IP; tries++) await logInWith(device, { verified: false });
    const { data } = await logInWith(device);
    expect((data as { message: string }).message).toBe(M.tooManyLogins({ minutes: 15 }));
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", "[]"],
    ["other types", '{"id":1,"rawId":{},"type":"public-key","response":[]}'],
    ["an id that is too long", JSON.stringify({ id: "a".repeat(5000), rawId: "a".repeat(5000), type: "public-key" })],
  ])("answers %s with M187", async (_what, credential) => {
    const { browser } = await begun();
    expect(await comeIn(browser, credential)).toMatchObject(REFUSED);
  });

  it("answers NUL with 400, and an oversized body with 413", async () => {
    const { browser } = await begun();
    const send = (credential: string) =>
      thrownBy(logIn(post(browser, "/login/passkey", { intent: "passkey-login", credential })));
    expect((await send('{"id":"a\0"}')).status).toBe(400);
    expect((await send("x".repeat(env.BODY_KIB * 1024 + 1))).status).toBe(413);
  });

  it.each([
    ["https://cloud.example.com", true],
    ["http://cloud.example.com", false],
    ["https://203.0.113.7", false],
    ["http://localhost:3000", true],
    ["http://127.0.0.1:3000", false],
  ])("is offered at %s: %s", async (origin, offered) => {
    Object.assign(env, { APP_ORIGIN: origin });
    const { passkeys } = await showLogin(get(aVisitor(), "/login"));
    Object.assign(env, { APP_ORIGIN: SITE });
    expect(passkeys).toBe(offered);
  });
});
