// POST /v1/api-keys/revoke: ends a named API key.
import { z } from "zod";
import { revokeKey } from "~/accounts/inside/api-keys/change-key.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("api-keys/revoke", {
  POST: operation({
    purpose: "Revokes a named key at once; a named key may revoke only itself, without id",
    credentials: ["K", "S"],
    need: "own.act",
    // A person who found a leaked key may revoke it with the key itself. A program revokes its own key at logout.
    scope: "any",
    ours: true,
    statuses: [404],
    input: z.object({ id: z.int(M.noSuchApiKey).optional() }),
    answer: z.object({ human_readable_message: z.string() }),
    refusals: ["noSuchApiKey"],
    example: { input: { id: 31 }, answer: { human_readable_message: "nightly training was revoked." } },
    run: async ({ account: { tenantId, userId }, apiKey, input, requestId, now }) => {
      const own = apiKey?.kind === "named" ? apiKey.keyId : undefined;
      const id = input.id ?? own;
      if (id === undefined) throw Refusal.ofField("id", M.noSuchApiKey);
      if (own !== undefined && id !== own) throw new Refusal(M.accountKeyNeeded, { status: 403, body: OTHERS });
      const { name } = await revokeKey({ userId, tenantId, id, requestId, now });
      return { human_readable_message: `${name} was revoked.` };
    },
  }),
});

const OTHERS = { error: "insufficient_scope" };
