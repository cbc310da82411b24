// GET /v1/webhooks: the tenant's endpoints. POST: makes one.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { addEndpoint } from "~/accounts/inside/endpoints/change-endpoints.server";
import { ENDPOINT, listEndpoints, readEndpoint } from "~/accounts/inside/endpoints/list-endpoints.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { EndpointInput, fieldsOf, secret } from "~/platform/http/schemas/webhook.server";
import { proveCaller } from "../api-keys/prove-caller.server";

export const { loader, action } = apiRoute("endpoints/endpoints", {
  GET: operation({
    purpose: "Endpoints that get your webhooks",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    answer: z.object({
      webhooks: z.array(ENDPOINT.schema).meta({ description: "Endpoints of the tenant, at most ten" }),
    }),
    run: async ({ account: { tenantId }, now }) => ({ webhooks: await listEndpoints({ tenantId, now }) }),
  }),
  POST: operation({
    purpose: "Creates an endpoint; its secret is in this response only",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    status: 201,
    input: EndpointInput.omit({ enabled: true }),
    required: ["url", "event_types"],
    statuses: [409],
    refusals: [
      "webhookUrlWrong",
      "webhookPortWrong",
      "webhookUrlPrivate",
      "webhookEventsRequired",
      "webhookEventUnknown",
      "confirmEmailFirst",
      "webhooksTooMany",
    ],
    answer: z.object({ webhook: ENDPOINT.schema, secret }),
    run: async ({ account, session, input, requestId, now }) => {
      requireConfirmed(account);
      const { tenantId, userId } = account;
      await proveCaller({ userId, session, password: input.password, now });
      const made = await addEndpoint({ tenantId, userId, requestId, now }, fieldsOf(input));
      return { webhook: await readEndpoint({ tenantId, endpointId: made.endpointId, now }), secret: made.secret };
    },
  }),
});
