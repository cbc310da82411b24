// POST /v1/device/authorize: begins the login of a command line.
import { z } from "zod";
import { beginDeviceLogin, INTERVAL_S, LASTS_S } from "~/accounts/inside/device-login/begin-device-login.server";
import { M } from "~/accounts/messages";
import { ownUrl } from "~/platform/own-url.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { clientNetworkOf, factsOf } from "~/platform/http/request-facts.server";

const DEVICE_PAGE = "/device";

export const { loader, action } = apiRoute("api-keys/device-authorize", {
  POST: operation({
    purpose: "Starts the login of a command line (RFC 8628): its user approves it in the browser",
    credentials: ["P"],
    ours: true,
    input: z.object({ client_name: z.string(M.clientNameRequired) }),
    answer: z.object({
      device_code: z.string(),
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      expires_in: z.int(),
      interval: z.int(),
    }),
    refusals: ["clientNameRequired"],
    run: async ({ request, context, input: { client_name: clientName }, now }) => {
      const args = { request, context };
      const ip = factsOf(args).clientAddress;
      const begun = await beginDeviceLogin({ clientName, ip, network: clientNetworkOf(args), now });
      const page = ownUrl(DEVICE_PAGE);
      return {
        device_code: begun.deviceCode,
        user_code: begun.userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=${begun.userCode}`,
        expires_in: LASTS_S,
        interval: INTERVAL_S,
      };
    },
  }),
});
