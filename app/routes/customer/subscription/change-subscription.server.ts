import { z } from "zod";
import type { Cents } from "~/domain/billing/units";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { addCharge } from "~/domain/subscription/add-charge.server";
import { cancelSubscription } from "~/domain/subscription/cancel-subscription.server";
import { changeMethod } from "~/domain/subscription/change-method.server";
import { DEMO_CHARGE_NAMES, DEMO_CHARGES } from "~/domain/subscription/demo-charges";
import { mayCharge } from "~/domain/subscription/may-charge.server";
import { subscribe } from "~/domain/subscription/subscribe.server";
import { requireCustomer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import type { RouteArgs } from "~/http/request-facts.server";

const Nothing = z.object({});
const Agreed = z.object({ agreed: z.string().default("") });
const Method = z.object({ payment_method: z.string(M.cardRequired).min(1, M.cardRequired) });
const Charge = z.object({ which: z.enum(DEMO_CHARGE_NAMES) });

/** The intents of the subscription screen (2.5). */
export async function changeSubscription(args: RouteArgs) {
  const { tenantId, userId, role, state } = await requireCustomer(args, "subscription");
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
      if (!mayCharge(role)) throw new Refusal(M.notAllowed, { status: 403 });
      const { cents, text } = DEMO_CHARGES[which];
      await addCharge({ tenantId, userId, cents: BigInt(cents) as Cents, text, now });
      return { notice: "Added to the upcoming invoice." };
    }),
  });
}
