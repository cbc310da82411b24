// POST /payments/subscribe: enables the caller's subscription.
import { z } from "zod";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { subscribe } from "~/payments/inside/subscription/subscribe.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("subscription/subscribe", {
  POST: operation({
    purpose: "Enables your subscription, paid from the default card; in a trial first on its last day",
    credentials: ["K", "S"],
    need: "home",
    scope: "billing",
    answer: z.object({ human_readable_message: z.string() }),
    refusals: ["paymentMethodRequired", "bankAsks", "confirmEmailFirst", "providerSilent"],
    example: { answer: { human_readable_message: "Subscription enabled." } },
    run: async ({ account: { tenantId, state }, now }) => {
      const outcome = await subscribe({ tenantId, state, now, agreed: null });
      if (outcome.kind === "enabled") return { human_readable_message: "Subscription enabled." };
      throw new Refusal(M.bankAsks, { body: { action_url: outcome.actionUrl } });
    },
  }),
});
