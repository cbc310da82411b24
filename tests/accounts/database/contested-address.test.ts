import { beforeEach, describe, expect, it } from "vitest";
import { prisma, transaction } from "~/platform/db.server";
import { M } from "~/messages";
import { WRONG_PASSWORD } from "~/accounts/inside/account-texts";
import { createKey } from "~/accounts/inside/api-keys/create-key.server";
import { findApiKey } from "~/accounts/find-api-key.server";
import { askPasswordReset } from "~/accounts/inside/ask-password-reset.server";
import { confirmEmail, findConfirmLink } from "~/accounts/inside/confirm-email.server";
import { logIn } from "~/accounts/log-in.server";
import { resendConfirmation } from "~/accounts/inside/resend-confirmation.server";
import { resetPassword } from "~/accounts/inside/reset-password.server";
import { sendTest } from "~/accounts/inside/endpoints/send-again.server";
import { anSshKey } from "../../support/world";
import { aVisitor } from "../../support/visitor";
import { anEndpoint } from "./endpoints/receiver";
import { aVisit, type Browser } from "./screens/visit";
import { tokenTo } from "../../staff/database/users/mails";
import { newAddress, PASSWORD, registerAs } from "./registering";
import { storedPasskey } from "./with-passkeys";

let visit: Browser;

beforeEach(async () => {
  visit = aVisitor();
});

const register = async (given: Record<string, string> = {}) => await registerAs(visit, given);

describe("An address that was registered more than once", () => {
  it("gives the account to the owner of the address, not to the first who registered it", async () => {
    const email = newAddress();
    await register({ email, password: "the-strangers-own", password_confirmation: "the-strangers-own" });
    const stranger = await logIn({ email, password: "the-strangers-own", ip: "b", now: new Date() });
    const strangersVisit = await aVisit({ userId: stranger.userId });
    const key = await prisma.apiKey.findFirstOrThrow({ where: { userId: stranger.userId } });
    const named = { name: "backdoor", scopes: ["read" as const], networks: [], expiresAt: null };
    const act = { ...stranger, requestId: "test", now: new Date() };
    // A key from before unconfirmed addresses were kept from creating them.
    await prisma.user.update({ where: { id: stranger.userId }, data: { state: "active" } });
    const { key: namedKey } = await transaction((tx) => createKey(tx, { ...act, key: named }));
    await prisma.user.update({ where: { id: stranger.userId }, data: { state: "unverified" } });
    const strangersKey = await anSshKey({ tenantId: stranger.tenantId });
    await storedPasskey(stranger.userId);
    const { endpointId } = await anEndpoint(stranger, { url: "https://stranger.example.com/hooks" });
    await sendTest({ ...stranger, endpointId, now: new Date() });
    await register({ email, name: "Real Owner" });
    const token = await tokenTo(email, "verify");
    expect(await findConfirmLink({ token, visitorId: null, userId: null, now: new Date() })).toMatchObject({
      email,
      askPassword: true,
      isOwn: false,
    });
    await expect(confirmEmail({ token, password: "the-strangers-own", now: new Date() })).rejects.toThrow(
      WRONG_PASSWORD,
    );
    await confirmEmail({ token, password: PASSWORD, now: new Date() });
    expect(await logIn({ email, password: PASSWORD, ip: "c", now: new Date() })).toMatchObject({
      state: "active",
      name: "Real Owner",
    });
    await expect(logIn({ email, password: "the-strangers-own", ip: "d", now: new Date() })).rejects.toThrow(
      M.wrongCredentials,
    );
    expect(await prisma.session.count({ where: { id: strangersVisit.sessionId } })).toBe(0);
    expect(await prisma.sshKey.count({ where: { id: strangersKey } })).toBe(0);
    expect(await prisma.passkey.count({ where: { userId: stranger.userId } })).toBe(0);
    expect(await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })).toMatchObject({
      ...{ state: "deleted", secret: "", oldSecret: null },
    });
    expect(await prisma.webhookDelivery.findMany({ where: { endpointId } })).toMatchObject([{ state: "failed" }]);
    expect(await findApiKey({ key: namedKey, now: new Date() })).toMatchObject({ ended: { why: "revoked" } });
    expect(await prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
      revokedAt: expect.any(Date) as Date,
    });
  });

  it("leaves a stranger's registration worthless, whatever links the stranger sent and the owner opened", async () => {
    const email = newAddress();
    const strangers = { email, password: "the-strangers-own", password_confirmation: "the-strangers-own" };
    await register(strangers);
    const { userId } = await logIn({ email, password: strangers.password, ip: "e", now: new Date() });
    const key = await prisma.apiKey.findFirstOrThrow({ where: { userId } });
    await register({ email });
    await resendConfirmation({ user: { userId, email, name: "x" }, now: new Date() });
    const resent = { token: await tokenTo(email, "verify"), now: new Date() };
    await expect(confirmEmail({ ...resent, password: PASSWORD })).rejects.toThrow(WRONG_PASSWORD);
    await askPasswordReset({ email, now: new Date() });
    const password = "owners-very-own-words";
    const token = await tokenTo(email, "reset");
    await resetPassword({ token, password, confirmation: password, now: new Date() });
    expect(await prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
      revokedAt: expect.any(Date) as Date,
    });
    expect(await logIn({ email, password, ip: "f", now: new Date() })).toMatchObject({ state: "active" });
  });
});
