// POST /v1/webhooks/{endpoint_id}/delete: deletes an endpoint; it gets no further events.
import { z } from "zod";
import { deleteEndpoint } from "~/accounts/inside/endpoints/change-endpoints.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { endpointIdOf } from "~/platform/http/schemas/webhook.server";

export const { loader, action } = apiRoute("endpoints/delete", {
  POST: operation({
    purpose: "Deletes an endpoint and its secret; pending deliveries are dropped",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    answer: z.object({ human_readable_message: z.string() }),
    example: { answer: { human_readable_message: "The endpoint was deleted." } },
    run: async ({ account: { tenantId, userId }, params, requestId, now }) => {
      await deleteEndpoint({ tenantId, userId, requestId, now }, { endpointId: endpointIdOf(params) });
      return { human_readable_message: "The endpoint was deleted." };
    },
  }),
});
