// GET /v1/webhooks/{endpoint_id}: one endpoint. POST: changes it.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { changeEndpoint } from "~/accounts/inside/endpoints/change-endpoints.server";
import { ENDPOINT, readEndpoint } from "~/accounts/inside/endpoints/list-endpoints.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { EndpointInput, endpointIdOf } from "~/platform/http/schemas/webhook.server";
import { proveCaller } from "../api-keys/prove-caller.server";

const answer = z.object({ webhook: ENDPOINT.schema });

export const { loader, action } = apiRoute("endpoints/endpoint", {
  GET: operation({
    purpose: "One endpoint",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    answer,
    run: async ({ account: { tenantId }, params, now }) => ({
      webhook: await readEndpoint({ tenantId, endpointId: endpointIdOf(params), now }),
    }),
  }),
  POST: operation({
    purpose: "Changes an endpoint; omitted fields stay as they are",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    input: EndpointInput,
    refusals: [
      "webhookUrlWrong",
      "webhookPortWrong",
      "webhookUrlPrivate",
      "webhookEventsRequired",
      "webhookEventUnknown",
      "confirmEmailFirst",
    ],
    example: { input: { enabled: false } },
    answer,
    run: async ({ account, session, params, input, requestId, now }) => {
      requireConfirmed(account);
      const { tenantId, userId } = account;
      const endpointId = endpointIdOf(params);
      const { url, description, event_types: eventTypes, enabled, password } = input;
      const before = await readEndpoint({ tenantId, endpointId, now });
      if (url !== undefined && url !== before.url) await proveCaller({ userId, session, password, now });
      const by = { tenantId, userId, requestId, now };
      await changeEndpoint(by, { endpointId, url, description, eventTypes, enabled });
      return { webhook: await readEndpoint({ tenantId, endpointId, now }) };
    },
  }),
});
