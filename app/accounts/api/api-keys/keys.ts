// GET and POST /v1/api-keys: the API keys of the account, and a new one.
import { z } from "zod";
import { makeNamedKey } from "~/accounts/inside/api-keys/create-key.server";
import { dayAfter, requireKeyFields } from "~/accounts/inside/api-keys/key-fields";
import { KEY_SCOPES } from "~/accounts/key-scopes";
import { API_KEY, listKeys, readKey } from "~/accounts/list-keys.server";
import { M } from "~/accounts/messages";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { proveCaller } from "./prove-caller.server";

const DEFAULT_DAYS = 90;

const limit = (period: string) =>
  z
    .number(M.wrongKeyLimit)
    .nullable()
    .default(null)
    .meta({
      description: `The most that its tasks and volumes may cost ${period}, in dollars; null: no limit`,
      examples: [25],
    });
const typed = (dollars: number | null) => (dollars === null ? "" : String(dollars));

export const { loader, action } = apiRoute("api-keys/keys", {
  GET: operation({
    purpose: "The account's own key, and the named keys: those that work, and those that ended in the last 30 days",
    credentials: ["K", "S"],
    need: "keys.act",
    ours: true,
    answer: z.object({ keys: z.array(API_KEY.schema) }),
    run: async ({ account: { tenantId, userId }, apiKey, now }) => ({
      keys: await listKeys({ tenantId, userId, callingId: apiKey?.keyId ?? null, now }),
    }),
  }),
  POST: operation({
    purpose: "Creates a named key and returns it once; without last_day it expires after 90 days",
    credentials: ["K", "S"],
    need: "keys.act",
    scope: "account",
    ours: true,
    status: 201,
    statuses: [409],
    input: z.strictObject({
      name: z.string(M.nameRequired),
      scopes: z.array(z.enum(KEY_SCOPES), M.keyScopeRequired),
      last_day: z.string().optional(),
      networks: z.array(z.string()).max(100).default([]),
      day_limit_dollars: limit("on a UTC day"),
      total_limit_dollars: limit("in total"),
      password: z.string().default(""),
    }),
    answer: z.object({ api_key: z.string(), key: API_KEY.schema }),
    refusals: [
      "nameRequired",
      "keyScopeRequired",
      "wrongKeyEnd",
      "wrongKeyNetwork",
      "tooManyKeyNetworks",
      "wrongKeyLimit",
      "limitWithBilling",
    ],
    example: {
      input: {
        name: "nightly training",
        scopes: ["read", "tasks"],
        networks: ["203.0.113.0/24"],
        day_limit_dollars: 25,
      },
    },
    run: async ({ account: { tenantId, userId }, session, apiKey, input, requestId, now }) => {
      const { name, scopes, last_day: lastDay = dayAfter(DEFAULT_DAYS, now), networks, password } = input;
      const limits = { dayDollars: typed(input.day_limit_dollars), totalDollars: typed(input.total_limit_dollars) };
      const fields = requireKeyFields({ name, scopes, lastDay, networks, ...limits }, now);
      await proveCaller({ userId, session, password, now });
      const act = { userId, tenantId, requestId, now };
      const made = await makeNamedKey({ ...act, key: fields });
      return { api_key: made.key, key: await readKey({ ...act, callingId: apiKey?.keyId ?? null, id: made.id }) };
    },
  }),
});
