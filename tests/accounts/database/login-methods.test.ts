import { describe, expect, it } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { LINKED_ELSEWHERE } from "~/accounts/link-identity.server";
import { ONLY_LOGIN_METHOD } from "~/accounts/inside/identities/remove-login-method.server";
import { askPasswordReset } from "~/accounts/inside/ask-password-reset.server";
import { changePassword } from "~/accounts/inside/change-password.server";
import { resetPassword } from "~/accounts/inside/reset-password.server";
import { M } from "~/messages";
import { action as security, loader as showSecurity } from "~/accounts/screens/security/route";
import { aTenant } from "../../support/world";
import { answerOf, aVisit, get, noticeOf, post } from "./screens/visit";
import { mailsTo, tokenTo } from "../../staff/database/users/mails";
import { aLinkedOwner, comeBack, linkFrom, onward, useOpenidProvider } from "./signing-on";
import { storedPasskey } from "./with-passkeys";

const here = useOpenidProvider();

describe("Login methods", () => {
  it("are linked on the security screen by the user who began it there, and mails report it", async () => {
    const { owner, visit } = await aLinkedOwner(here);
    expect(await noticeOf(visit)).toMatchObject({ retcode: "OK" });
    expect((await showSecurity(get(visit, "/user/security"))).identities).toMatchObject({
      hasPassword: true,
      linked: [{ provider: "openid", email: here.email }],
    });
    expect((await mailsTo(owner.email)).at(-1)?.subject).toContain("was added");
    const other = await aVisit({ userId: (await aTenant()).userId });
    await linkFrom(here, other);
    expect(await noticeOf(other)).toMatchObject({ retcode: "ERROR", message: LINKED_ELSEWHERE });
  });

  it("begun by one session link nothing in another", async () => {
    const visit = await aVisit({ userId: (await aTenant()).userId });
    const args = post(visit, "/user/security", { intent: "identity-link", provider: "openid" });
    const { url, browser } = await onward(security(args), args, visit);
    const other = await aVisit({ userId: (await aTenant()).userId });
    await comeBack(
      { ...other, cookies: `${browser.cookies.replace(visit.cookies, other.cookies)}` },
      here.provider.comeBack(url),
    );
    expect(await prisma.identity.count({ where: { subject: here.subject } })).toBe(0);
  });

  it("are added only by a session that is open until the end", async () => {
    const visit = await aVisit({ userId: (await aTenant()).userId });
    const args = post(visit, "/user/security", { intent: "identity-link", provider: "openid" });
    const { url, browser } = await onward(security(args), args, visit);
    const path = here.provider.comeBack(url);
    here.provider.meanwhile = () => prisma.session.deleteMany({ where: { id: visit.sessionId } });
    await comeBack(browser, path);
    expect(await prisma.identity.count({ where: { subject: here.subject } })).toBe(0);
  });

  it("end the other sessions when they are removed: a lost device or a stranger may be logged in with them", async () => {
    const { owner, visit, id } = await aLinkedOwner(here);
    await storedPasskey(owner.userId);
    const [key] = await db.query<{ id: number }>(`select id from passkey where user_id = $1`, [owner.userId]);
    for (const fields of [
      { intent: "passkey-remove", id: String(key?.id) },
      { intent: "identity-unlink", id: String(id) },
    ]) {
      await aVisit({ userId: owner.userId });
      expect(await answerOf(await security(post(visit, "/user/security", fields)))).toMatchObject({ status: 303 });
      const left = await db.query(`select id from session where user_id = $1`, [owner.userId]);
      expect(left).toEqual([{ id: visit.sessionId }]);
    }
  });

  it("are removed with a mail, but never the last one, not even by two requests at once", async () => {
    const { owner, visit, id } = await aLinkedOwner(here);
    const remove = async () =>
      await answerOf(await security(post(visit, "/user/security", { intent: "identity-unlink", id: String(id) })));
    await db.query(`update user_account set password_hash = null where id = $1`, [owner.userId]);
    expect(await remove()).toMatchObject({ status: 422, data: { message: ONLY_LOGIN_METHOD } });
    await db.query(`update user_account set password_hash = 'x' where id = $1`, [owner.userId]);
    await Promise.all([remove(), remove()]);
    expect(await prisma.identity.count({ where: { id } })).toBe(0);
    const removed = (await mailsTo(owner.email)).filter(({ subject }) => subject.includes("was removed"));
    expect(removed).toHaveLength(1);
  });

  it("that a new password leaves are named in its mail: somebody else may have added them", async () => {
    const { owner } = await aLinkedOwner(here);
    await storedPasskey(owner.userId);
    await askPasswordReset({ email: owner.email, now: new Date() });
    const [token, password] = [await tokenTo(owner.email, "reset"), "owners-very-own-words"];
    await resetPassword({ token, password, confirmation: password, now: new Date() });
    const text = (await mailsTo(owner.email)).at(-1)?.text ?? "";
    expect(text).toContain("You can also log in with: Acme ID, the passkey Stored.");
    const plain = await aTenant();
    const visit = await aVisit({ userId: plain.userId });
    const fields = { email: "", password, password_confirmation: password, current_password: "" };
    const viewer = { userId: plain.userId, email: plain.email, sessionId: visit.sessionId, loginAt: new Date() };
    await changePassword({ viewer, fields, now: new Date() });
    expect((await mailsTo(plain.email)).at(-1)?.text).not.toContain("log in as well");
  });

  it("of an account without a password say so when it is required", async () => {
    const { owner, id } = await aLinkedOwner(here);
    await db.query(`update user_account set password_hash = null where id = $1`, [owner.userId]);
    const old = await aVisit({ userId: owner.userId, loginAgoS: 16 * 60 });
    for (const password of ["", "some-old-guess"])
      expect(
        await answerOf(
          await security(post(old, "/user/security", { intent: "identity-unlink", id: String(id), password })),
        ),
      ).toMatchObject({ status: 422, data: { message: M.noPasswordYet } });
  });

  it("ask for the password if the login is over 15 minutes old", async () => {
    const { owner, id } = await aLinkedOwner(here);
    const old = await aVisit({ userId: owner.userId, loginAgoS: 16 * 60 });
    for (const fields of [
      { intent: "identity-unlink", id: String(id), provider: "" },
      { intent: "identity-link", provider: "openid", id: "" },
    ])
      expect(await answerOf(await security(post(old, "/user/security", fields)))).toMatchObject({
        data: { message: M.currentPasswordRequired },
      });
  });
});
