// POST /v1/api-keys/rotate: replaces a named API key.
import { z } from "zod";
import { rotateKey } from "~/accounts/inside/api-keys/change-key.server";
import { API_KEY, readKey } from "~/accounts/list-keys.server";
import { M } from "~/accounts/messages";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { proveCaller } from "./prove-caller.server";

export const { loader, action } = apiRoute("api-keys/rotate", {
  POST: operation({
    purpose: "Replaces a named key by one with the same rights and lifetime; the old key works until the overlap ends",
    credentials: ["K", "S"],
    need: "keys.act",
    scope: "account",
    ours: true,
    statuses: [404, 409],
    input: z.strictObject({
      id: z.int(M.noSuchApiKey),
      overlap_hours: z.int(M.wrongKeyOverlap).default(0),
      password: z.string().default(""),
    }),
    answer: z.object({
      api_key: z.string(),
      key: API_KEY.schema,
      old_ends_ts: z.int().meta({ description: "When the old key ends, epoch seconds UTC", examples: [1706793784] }),
    }),
    refusals: ["noSuchApiKey", "wrongKeyOverlap"],
    run: async ({ account: { tenantId, userId }, session, apiKey, input, requestId, now }) => {
      const { id, overlap_hours: overlapHours, password } = input;
      await proveCaller({ userId, session, password, now });
      const act = { userId, tenantId, requestId, now };
      const made = await rotateKey({ ...act, id, overlapHours });
      const key = await readKey({ ...act, callingId: apiKey?.keyId ?? null, id: made.id });
      const oldEndsTs = Math.floor(made.oldEndsAt.getTime() / 1000);
      return { api_key: made.key, key, old_ends_ts: oldEndsTs };
    },
  }),
});
