import { z } from "zod";
import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { addCharge } from "~/payments/inside/subscription/add-charge.server";
import { cancelSubscription } from "~/payments/inside/subscription/cancel-subscription.server";
import { changeMethod } from "~/payments/inside/subscription/change-method.server";
import { DEMO_CHARGE_NAMES, DEMO_CHARGES } from "~/payments/inside/subscription/demo-charges";
import { mayCharge } from "~/payments/inside/subscription/may-charge.server";
import { subscribe } from "~/payments/inside/subscription/subscribe.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const Nothing = z.object({});
const Agreed = z.object({ agreed: z.string().default("") });
const Method = z.object({ payment_method: z.string(M.cardRequired).min(1, M.cardRequired) });
const Charge = z.object({ which: z.enum(DEMO_CHARGE_NAMES) });

/** The intents of the subscription screen (2.5). */
export async function changeSubscription(args: RouteArgs) {
  const viewer = await requireCustomer(args, "subscription");
  const { tenantId, userId, state } = viewer;
  return await formAction(args, {
    subscribe: onForm(Agreed, async ({ agreed }, { now }) => {
      const outcome = await subscribe({ tenantId, state, now, agreed });
      return { notice: outcome.kind === "enabled" ? "Subscription enabled." : M.bankAsks };
    }),
    cancel: onForm(Nothing, async (_fields, { now }) => {
      await cancelSubscription({ tenantId, now });
      return { notice: "Subscription disabled." };
    }),
    "update-method": onForm(Method, async ({ payment_method: pmId }, { now }) => {
      try {
        await changeMethod({ tenantId, pmId, now });
      } catch (error) {
        throw error instanceof Refusal ? Refusal.ofField("payment_method", error.message) : error;
      }
      return { notice: "Payment method updated." };
    }),
    "demo-charge": onForm(Charge, async ({ which }, { now }) => {
      if (!mayCharge(viewer)) throw new Refusal(M.notAllowed, { status: 403 });
      const { cents, text } = DEMO_CHARGES[which];
      await addCharge({ tenantId, userId, cents: BigInt(cents) as Cents, text, now });
      return { notice: "Added to the upcoming invoice." };
    }),
  });
}
