// GET /v1/webhooks/{endpoint_id}/deliveries: the webhooks sent to it, newest first.
import { z } from "zod";
import { DELIVERY_STATES, listDeliveries } from "~/accounts/list-deliveries.server";
import { readEndpoint } from "~/accounts/inside/endpoints/list-endpoints.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { limitOf } from "~/platform/http/schemas/paging";
import { Delivery, endpointIdOf, placeOf } from "~/platform/http/schemas/webhook.server";

const Asked = z.object({
  state: z
    .enum(["", ...DELIVERY_STATES])
    .default("")
    .meta({ description: "Only deliveries in this state; empty: all" }),
  before: z.string().default("").meta({ description: "Only older deliveries: `next` of the previous page" }),
  limit: limitOf(100, 25).meta({ description: "The most deliveries to return", examples: [25] }),
});

export const { loader, action } = apiRoute("endpoints/deliveries", {
  GET: operation({
    purpose: "Deliveries to an endpoint in the last 30 days, newest first, in pages",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    input: Asked,
    answer: z.object({
      deliveries: z.array(Delivery).meta({ description: "Deliveries of the page, newest first" }),
      next: z
        .string()
        .nullable()
        .meta({ description: "Send it as `before` for the next page; null: no more pages", examples: [null] }),
    }),
    run: async ({ account: { tenantId }, params, input: { state, before, limit }, now }) => {
      const endpointId = endpointIdOf(params);
      await readEndpoint({ tenantId, endpointId, now });
      const asked = { tenantId, endpointId, state: state === "" ? null : state, before: placeOf(before), limit };
      const { rows, next } = await listDeliveries(asked);
      return { deliveries: rows, next };
    },
  }),
});
