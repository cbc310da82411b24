// POST /v1/ssh-gateway: sets how customers reach the SSH servers of a node's tasks, for operators.
import { z } from "zod";
import { M } from "~/fleet/messages";
import { setSshGateway } from "~/fleet/inside/nodes/set-ssh-gateway.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { onOff } from "~/platform/http/schemas/on-off.server";

const Fields = z.object({
  node: z.string({ error: () => M.noSuchNode }).min(1, M.noSuchNode),
  ssh_gateway: onOff("true: through the SSH gateway; false: at the node's own address", M.wrongSshGateway),
});

export const { loader, action } = apiRoute("nodes/ssh-gateway", {
  POST: operation({
    purpose: "Sets whether customers reach the SSH servers of a node's tasks through the SSH gateway",
    credentials: ["K", "S"],
    right: "fleet.act",
    input: Fields,
    refusals: ["noSuchNode", "wrongSshGateway", "noSshGateway"],
    example: {
      input: { node: "fra1-gpu-07", ssh_gateway: true },
      answer: {
        human_readable_message: "Customers reach tasks on fra1-gpu-07 by SSH through Millrace.",
        ssh_gateway: true,
      },
    },
    answer: z.object({ human_readable_message: z.string(), node: z.string(), ssh_gateway: z.boolean() }),
    run: async ({ account, input: { node, ssh_gateway: on }, requestId, now }) => {
      const { message } = await setSshGateway({ nodeName: node, on, userId: account.userId, requestId, now });
      return { human_readable_message: message, node, ssh_gateway: on };
    },
  }),
});
