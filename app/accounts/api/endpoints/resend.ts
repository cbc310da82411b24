// POST /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend: sends a delivery again.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { sendAgain } from "~/accounts/inside/endpoints/send-again.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { deliveryIdOf, endpointIdOf } from "~/platform/http/schemas/webhook.server";

export const { loader, action } = apiRoute("endpoints/resend", {
  POST: operation({
    purpose: "Sends a delivery again, with the same webhook-id",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    limit: "search",
    statuses: [409],
    refusals: ["webhookOff", "confirmEmailFirst"],
    answer: z.object({ human_readable_message: z.string() }),
    example: { answer: { human_readable_message: "The event is being sent again." } },
    run: async ({ account, params, now }) => {
      requireConfirmed(account);
      const { tenantId } = account;
      const [endpointId, deliveryId] = [endpointIdOf(params), deliveryIdOf(params)];
      await sendAgain({ tenantId, endpointId, deliveryId, now });
      return { human_readable_message: "The event is being sent again." };
    },
  }),
});
