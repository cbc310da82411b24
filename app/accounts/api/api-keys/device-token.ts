// POST /v1/device/token: the key of a command line whose login was allowed.
import { z } from "zod";
import { KEY_SCOPES } from "~/accounts/key-scopes";
import { takeDeviceKey } from "~/accounts/inside/device-login/take-device-key.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("api-keys/device-token", {
  POST: operation({
    purpose:
      "The API key of an approved command line, again until it is used; before approval 400 with an RFC 8628 code in `error`",
    credentials: ["P"],
    ours: true,
    input: z.object({ device_code: z.string().max(200) }),
    answer: z.object({
      api_key: z.string(),
      name: z.string(),
      scopes: z.array(z.enum(KEY_SCOPES)),
      expires_ts: z.int(),
    }),
    statuses: [409],
    example: { answer: { name: "millrace on laptop" } },
    run: async ({ input: { device_code: deviceCode }, requestId, now }) => {
      const { key, name, scopes, expiresAt } = await takeDeviceKey({ deviceCode, requestId, now });
      return { api_key: key, name, scopes: [...scopes], expires_ts: Math.floor(expiresAt.getTime() / 1000) };
    },
  }),
});
