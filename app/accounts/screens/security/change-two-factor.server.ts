import { z } from "zod";
import { requirePassword } from "~/accounts/require-password.server";
import { turnOffTwoFactor } from "~/accounts/inside/two-factor/turn-off-two-factor.server";
import { cancelTwoFactor, confirmTwoFactor, startTwoFactor } from "~/accounts/two-factor.server";
import { writeAudit } from "~/platform/write-audit.server";
import type { Viewer } from "~/platform/http/access.server";
import { onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Proof, proveIdentity } from "~/platform/http/show-own-key.server";

const text = z.string().default("");

/** The intents of two-factor (2.5). Only the answer to the confirmation holds the recovery codes. */
export function twoFactorForms(args: RouteArgs, viewer: Viewer) {
  const { userId, sessionId } = viewer;
  const audited = { userId, target: `user:${userId}`, requestId: requestIdOf(args) };
  return {
    "totp-start": onForm(Proof, async ({ password }, { now }) => {
      await proveIdentity(viewer, password, now);
      await startTwoFactor({ userId, sessionId });
      return { to: "/user/security#two-factor" };
    }),
    "totp-cancel": onForm(z.object({}), async () => {
      await cancelTwoFactor({ userId, sessionId });
      return {
        to: "/user/security#two-factor",
        notice: "Nothing was turned on. Remove the entry from your app.",
      };
    }),
    "totp-confirm": onForm(z.object({ code: text }), async ({ code }, { now }) => {
      const recoveryCodes = await confirmTwoFactor({ userId, sessionId, code: code.replace(/\s/g, ""), now });
      await writeAudit({ ...audited, action: "two-factor.on", now });
      return Response.json({ recoveryCodes });
    }),
    "totp-off": onForm(z.object({ password: text }), async ({ password }, { now }) => {
      await requirePassword({ userId, password, field: "password" });
      await turnOffTwoFactor({ userId, sessionId, now });
      await writeAudit({ ...audited, action: "two-factor.off", now });
      return { notice: "Two-factor is off." };
    }),
  };
}
