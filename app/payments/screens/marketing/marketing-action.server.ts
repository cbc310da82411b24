import { createPromo, disablePromo } from "~/payments/inside/marketing/create-promo.server";
import { grantTrial } from "~/payments/inside/marketing/grant-trial.server";
import { utcDate } from "~/platform/utc-text";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { DisablePromo, GrantTrial, NewPromo } from "./marketing-forms.server";

/** The forms of the marketing screen (2.5). The caller has checked that the viewer is an admin. */
export async function marketingAction(args: RouteArgs, viewer: Viewer) {
  const by = { actorId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    "create-promo": onForm(NewPromo, async ({ max_redemptions, expires_at, ...promo }, { now }) => {
      const limits = { maxRedemptions: max_redemptions ?? null, expiresAt: expires_at ?? null };
      await createPromo({ ...promo, ...limits, ...by, now });
      return { notice: `Code ${promo.code} can be used now.` };
    }),
    "disable-promo": onForm(DisablePromo, async ({ code }, { now }) => {
      await disablePromo({ code, ...by, now });
      return { notice: `Code ${code} is disabled.` };
    }),
    "grant-trial": onForm(GrantTrial, async ({ email, days }, { now }) => {
      const { trialEnd } = await grantTrial({ email, days, ...by, now });
      return { notice: `${email} is PRO until ${utcDate(trialEnd)}.` };
    }),
  });
}
