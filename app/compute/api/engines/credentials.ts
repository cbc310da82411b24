// PUT /v1/engines/{cluster_name}/credentials: replaces the token of a cluster's scheduler, for a site's own script.
import { z } from "zod";
import { renewToken } from "~/compute/inside/engines/renew-token.server";
import { M } from "~/compute/messages";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Credentials = z.strictObject({
  token: z
    .string({ error: () => M.tokenUnreadable })
    .trim()
    .min(1, M.tokenUnreadable)
    .max(8192, M.tokenUnreadable)
    .meta({ description: "The new token. It is stored encrypted and never shown", examples: ["eyJhbGciOi…"] }),
});

export const { loader, action } = apiRoute("engines/credentials", {
  PUT: operation({
    purpose: "Replaces the token with which Millrace asks a cluster's scheduler",
    credentials: ["K", "S"],
    right: "fleet.admit",
    ours: true,
    input: Credentials,
    statuses: [404],
    refusals: ["noSuchCluster", "noEngine", "tokenUnreadable", "tokenOfOther", "tokenEnded"],
    example: {
      answer: { human_readable_message: "The token of slurm1 was replaced.", token_until_ts: 1709286000 },
    },
    answer: z.object({
      human_readable_message: z.string(),
      token_until_ts: z
        .int()
        .nullable()
        .meta({ description: "When the token ends, epoch seconds UTC; null: never, or it does not say" }),
    }),
    run: async ({ account, params, input: { token }, requestId, now }) => {
      const clusterName = params["cluster_name"] ?? "";
      const until = await renewToken({ clusterName, token, userId: account.userId, requestId, now });
      return {
        human_readable_message: `The token of ${clusterName} was replaced.`,
        token_until_ts: until && Math.floor(until.getTime() / 1000),
      };
    },
  }),
});
