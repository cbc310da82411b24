import { z } from "zod";
import { centsText } from "~/platform/cents-text";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Refusal } from "~/platform/refusal";
import { typedCents } from "~/platform/typed-dollars";
import { refundTopUp } from "~/staff/inside/refund-top-up.server";
import { M } from "~/staff/messages";
import { GIVEN_FIELDS } from "../refund/given-fields.server";
import { askedTopUp } from "./read-top-up-screen.server";

const Refund = z.object({ dollars: z.string().default(""), ...GIVEN_FIELDS });

/** Orders a refund of the top-up in the address; the worker asks the provider within a minute. */
export async function topUpAction(args: RouteArgs, viewer: Viewer) {
  const requestId = requestIdOf(args);
  return await formAction(args, {
    "refund-top-up": onForm(Refund, async ({ dollars, reason, note, form_key: formKey }, { now }) => {
      const topupId = askedTopUp(args.request);
      if (!topupId) throw new Refusal(M.notFound, { status: 404 });
      const cents = typedCents(dollars);
      if (cents === null || cents === 0n) throw Refusal.ofField("dollars", M.giveBackWrong);
      const act = { actorId: viewer.userId, requestId, topupId, cents, reason, note, formKey, now };
      return {
        notice: (await refundTopUp(act))
          ? `${centsText(cents)} is on its way to the card.`
          : "This refund was already ordered, and is not repeated.",
      };
    }),
  });
}
