// POST /v1/webhooks/{endpoint_id}/test: sends a test event.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { sendTest } from "~/accounts/inside/endpoints/send-again.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { endpointIdOf } from "~/platform/http/schemas/webhook.server";

export const { loader, action } = apiRoute("endpoints/test", {
  POST: operation({
    purpose: "Sends a test event to one endpoint",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    limit: "search",
    statuses: [409],
    refusals: ["webhookOff", "confirmEmailFirst"],
    answer: z.object({
      human_readable_message: z.string(),
      delivery_id: z.string().meta({ description: "Id of the delivery", examples: ["812"] }),
    }),
    example: { answer: { human_readable_message: "A test is on its way." } },
    run: async ({ account, params, now }) => {
      requireConfirmed(account);
      const { tenantId } = account;
      const { deliveryId } = await sendTest({ tenantId, endpointId: endpointIdOf(params), now });
      return { human_readable_message: "A test is on its way.", delivery_id: String(deliveryId) };
    },
  }),
});
