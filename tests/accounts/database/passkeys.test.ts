import { describe, expect, it } from "vitest";
import { db, prisma, transaction } from "~/platform/db.server";
import { CHALLENGE_MS } from "~/accounts/relying-party";
import { ONLY_LOGIN_METHOD } from "~/accounts/inside/identities/remove-login-method.server";
import { PASSKEY_NAME_WRONG } from "~/accounts/inside/passkeys/passkey-name";
import { M } from "~/messages";
import { ACCOUNT_FILES } from "~/staff/inside/own-data/export/account-files.server";
import { endAccount } from "~/staff/inside/end-account.server";
import { loader as showSecurity } from "~/accounts/screens/security/route";
import { Authenticator } from "../../support/authenticator";
import { aTenant } from "../../support/world";
import { aVisit, get, type Visit } from "./screens/visit";
import { mailsTo } from "../../staff/database/users/mails";
import { add, anOwner, asked, logInWith, secure, SITE, storedPasskey, usePasskeySite } from "./with-passkeys";

usePasskeySite();

const heldBy = async (userId: number) => await prisma.passkey.count({ where: { userId } });

async function aCustomer() {
  const owner = await aTenant();
  return { owner, visit: await aVisit({ userId: owner.userId }), device: new Authenticator(SITE) };
}

describe("A passkey (6.11)", () => {
  it("is added on the security screen, with a mail, and is listed by its name", async () => {
    const { owner, visit } = await anOwner();
    expect(await showSecurity(get(visit, "/user/security"))).toMatchObject({
      takesPasskeys: true,
      passkeys: [{ name: "Laptop", usedTs: null }],
    });
    expect((await mailsTo(owner.email)).at(-1)?.subject).toBe(
      "The passkey Laptop was added as a way to log in to Millrace",
    );
  });

  it.each([
    ["another site's page", { origin: "https://evil.example" }],
    ["another site's name", { rpID: "evil.example" }],
    ["another challenge", { challenge: "c29tZXRoaW5nLWVsc2U" }],
    ["an authenticator that checked nobody", { verified: false }],
  ])("made for %s is not added (M188)", async (_what, odd) => {
    const { owner, visit, device } = await aCustomer();
    expect(await add(visit, device.make(await asked(visit), odd))).toMatchObject({
      status: 422,
      data: { message: M.passkeyNotAdded },
    });
    expect(await heldBy(owner.userId)).toBe(0);
  });

  it("is added once per challenge, within 5 minutes, in the session that requested it", async () => {
    const { owner, visit, device } = await aCustomer();
    const made = device.make(await asked(visit));
    const elsewhere = await aVisit({ userId: owner.userId });
    expect(await add(elsewhere, made)).toMatchObject({ data: { message: M.passkeyNotAdded } });
    const both = await Promise.all([add(visit, made), add(visit, made)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
    await db.query(`delete from passkey where user_id = $1`, [owner.userId]);
    expect(await add(visit, made)).toMatchObject({ status: 422 });
    const late = device.make(await asked(visit));
    await db.query(`update session set passkey_challenge_at = $2 where id = $1`, [
      visit.sessionId,
      new Date(Date.now() - CHALLENGE_MS),
    ]);
    expect(await add(visit, late)).toMatchObject({ status: 422 });
    expect(await heldBy(owner.userId)).toBe(0);
  });

  it("of one user cannot be added by another", async () => {
    const { device } = await anOwner();
    const { owner, visit } = await aCustomer();
    expect(await add(visit, device.make(await asked(visit)))).toMatchObject({ data: { message: M.passkeyNotAdded } });
    expect(await heldBy(owner.userId)).toBe(0);
  });

  it("is one of ten at most, even when two are added at once (M189)", async () => {
    const { owner, visit } = await anOwner();
    for (let n = 0; n < 8; n++) await storedPasskey(owner.userId);
    const other = await aVisit({ userId: owner.userId });
    const addOne = async (at: Visit) => await add(at, new Authenticator(SITE).make(await asked(at)));
    const statuses = (await Promise.all([addOne(visit), addOne(other)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 422]);
    expect(await heldBy(owner.userId)).toBe(10);
    expect(await secure(visit, { intent: "passkey-begin", name: "x" })).toMatchObject({
      data: { message: M.tooManyPasskeys },
    });
  });

  it.each(["", " ", "x".repeat(61), "a\u202eb"])("is not called %j", async (name) => {
    const { visit, id } = await anOwner();
    for (const intent of ["passkey-begin", "passkey-rename"])
      expect(await secure(visit, { intent, id: String(id), name })).toMatchObject({ status: 422 });
    expect(await secure(visit, { intent: "passkey-begin", name: "" })).toMatchObject({
      data: { lastResult: { error: { name: [PASSKEY_NAME_WRONG] } } },
    });
  });

  it("is renamed and removed by its owner only, with a mail, but never as the last login method", async () => {
    const { owner, visit, device, id } = await anOwner();
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    await secure(stranger, { intent: "passkey-rename", id: String(id), name: "Mine" });
    await secure(stranger, { intent: "passkey-remove", id: String(id) });
    await secure(visit, { intent: "passkey-rename", id: String(id), name: "Phone" });
    expect(await prisma.passkey.findUniqueOrThrow({ where: { id } })).toMatchObject({ name: "Phone" });
    const password = await prisma.user.findUniqueOrThrow({ where: { id: owner.userId } });
    await db.query(`update user_account set password_hash = null where id = $1`, [owner.userId]);
    const remove = { intent: "passkey-remove", id: String(id) };
    expect(await secure(visit, remove)).toMatchObject({ status: 422, data: { message: ONLY_LOGIN_METHOD } });
    await db.query(`update user_account set password_hash = $2 where id = $1`, [
      ...[owner.userId, password.passwordHash ?? "x"],
    ]);
    await Promise.all([secure(visit, remove), secure(visit, remove)]);
    expect(await heldBy(owner.userId)).toBe(0);
    const removed = (await mailsTo(owner.email)).filter(({ subject }) => subject.includes("Phone was removed"));
    expect(removed).toHaveLength(1);
    expect(await logInWith(device)).toMatchObject({ status: 422, data: { message: M.passkeyRefused } });
  });

  it("is deleted with its account, and the copy of own data lists it without its key", async () => {
    const { owner } = await anOwner();
    const file = ACCOUNT_FILES.find(({ name }) => name === "passkeys");
    const written: string[] = [];
    for await (const piece of file?.csv({ userId: owner.userId, tenantIds: [owner.tenantId] }) ?? [])
      written.push(piece);
    expect(written.join("")).toMatch(/^\ufeffname,made_at,used_at\r\nLaptop,[^,]+,\r\n$/);
    await transaction((tx) =>
      endAccount(tx, { userId: owner.userId, tenantIds: [owner.tenantId], requestId: "", now: new Date() }),
    );
    expect(await heldBy(owner.userId)).toBe(0);
  });

  it("asks for the password if the login is over 15 minutes old", async () => {
    const { owner, id } = await anOwner();
    const old = await aVisit({ userId: owner.userId, loginAgoS: 16 * 60 });
    for (const intent of ["passkey-begin", "passkey-remove"])
      expect(await secure(old, { intent, id: String(id), name: "x" })).toMatchObject({
        data: { message: M.currentPasswordRequired },
      });
    expect(await add(old, new Authenticator(SITE).make({ challenge: "eA" }))).toMatchObject({ status: 422 });
  });
});
