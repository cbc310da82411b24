// POST /v1/webhooks/{endpoint_id}/rotate: a new signing secret.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { rotateSecret } from "~/accounts/inside/endpoints/change-endpoints.server";
import { ENDPOINT, readEndpoint } from "~/accounts/inside/endpoints/list-endpoints.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { endpointIdOf, secret } from "~/platform/http/schemas/webhook.server";
import { proveCaller } from "../api-keys/prove-caller.server";

export const { loader, action } = apiRoute("endpoints/rotate", {
  POST: operation({
    purpose: "Creates a new secret; the current one also signs for 24 hours",
    credentials: ["K", "S"],
    need: "webhooks.act",
    ours: true,
    refusals: ["confirmEmailFirst"],
    input: z.object({ password: z.string().default("") }),
    answer: z.object({ webhook: ENDPOINT.schema, secret }),
    run: async ({ account, session, params, input: { password }, requestId, now }) => {
      requireConfirmed(account);
      const { tenantId, userId } = account;
      await proveCaller({ userId, session, password, now });
      const endpointId = endpointIdOf(params);
      const made = await rotateSecret({ tenantId, userId, requestId, now }, { endpointId });
      return { webhook: await readEndpoint({ tenantId, endpointId, now }), secret: made.secret };
    },
  }),
});
