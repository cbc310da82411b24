// POST /v1/drain: sets a node's drain mode, for operators.
import { z } from "zod";
import { M } from "~/fleet/messages";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const DrainFields = z.object({
  node: z.string({ error: () => M.noSuchNode }).min(1, M.noSuchNode),
  flag: z.union([z.literal([0, 1, 2]), z.literal(["0", "1", "2"]).transform(Number)], {
    error: () => M.wrongDrainFlag,
  }),
});

export const { loader, action } = apiRoute("nodes/drain", {
  POST: operation({
    purpose: "Sets a node's drain mode: 0 Norm, 1 Drain, 2 Upgrade",
    credentials: ["K", "S"],
    right: "fleet.act",
    input: DrainFields,
    refusals: ["noSuchNode", "wrongDrainFlag"],
    example: {
      input: { node: "fra1-gpu-07", flag: 1 },
      answer: { human_readable_message: "Mode of fra1-gpu-07 set to Drain.", drain: 1 },
    },
    answer: z.object({ human_readable_message: z.string(), node: z.string(), drain: z.int() }),
    run: async ({ account, input: { node, flag }, requestId, now }) => {
      const drain = flag as 0 | 1 | 2;
      const { message } = await setDrain({ nodeName: node, drain, userId: account.userId, requestId, now });
      return { human_readable_message: message, node, drain };
    },
  }),
});
