import pg from "pg";
import { expect, test } from "vitest";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { findEmailChangeLink } from "~/accounts/inside/email-change/links.server";
import { askPasswordReset } from "~/accounts/inside/ask-password-reset.server";
import { beginDeviceLogin } from "~/accounts/inside/device-login/begin-device-login.server";
import { decideDeviceLogin } from "~/accounts/inside/device-login/decide-device-login.server";
import { takeDeviceKey } from "~/accounts/inside/device-login/take-device-key.server";
import { findResetLink } from "~/accounts/inside/reset-password.server";
import { findInvitation } from "~/accounts/inside/teams/answer-invitation.server";
import { invite } from "~/accounts/inside/teams/invite.server";
import { isOpenEnrolmentToken } from "~/fleet/find-enrolment-token.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { env } from "~/platform/env.server";
import { renew } from "../../../worker/up/backup/renew";
import { mailsTo, tokenTo } from "../../staff/database/users/mails";
import { aTenant, theCatalogue } from "../../support/world";
import { inSession } from "./in-session";

/** Restores on a machine whose clock is two days ahead of the database's. */
async function restore(): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const now = new Date(Date.now() + 2 * 86_400_000);
  await renew(client, { madeAt: now.toISOString(), withoutSecret: false, now }).finally(() => client.end());
}

test("what admits somebody once is over after a restore: since the backup it may have been used, stopped or withdrawn", async () => {
  await theCatalogue();
  const now = new Date();
  const by = { requestId: "test", now };
  const owner = await aTenant();
  const admin = await aTenant({ role: "admin" });
  const guest = "guest@people.example";
  await invite({ ...owner, ...by, email: guest, role: "member" });
  await askPasswordReset({ email: owner.email, now });
  await inSession(askEmailChange, { ...by, userId: owner.userId, newEmail: "next@people.example" });
  const login = await beginDeviceLogin({ clientName: "laptop", ip: "203.0.113.7", network: "restored", now });
  await inSession(decideDeviceLogin, { ...owner, ...by, typed: login.userCode, allow: true });
  const { token } = await issueEnrolmentToken({ ...by, userId: admin.userId, clusterName: "fra1" });
  const [invitation] = await mailsTo(guest);
  const invited = /\/invitations\/([\w-]{43})/.exec(invitation?.text ?? "")?.[1] ?? "";
  const changed = await tokenTo("next@people.example", "email-change");
  const reset = await tokenTo(owner.email, "reset");
  const open = async () => ({
    invitation: (await findInvitation({ token: invited, now: new Date() })) !== null,
    emailChange: (await findEmailChangeLink({ token: changed, now: new Date() })) !== null,
    reset: (await findResetLink({ token: reset, now: new Date() })) !== null,
    enrolment: await isOpenEnrolmentToken({ token, now: new Date() }),
  });
  expect(await open()).toEqual({ invitation: true, emailChange: true, reset: true, enrolment: true });
  await restore();
  expect(await open()).toEqual({ invitation: false, emailChange: false, reset: false, enrolment: false });
  await expect(takeDeviceKey({ ...by, deviceCode: login.deviceCode, now: new Date() })).rejects.toThrow();
});
