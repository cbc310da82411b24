// POST /v1/tasks/{resv_guid}/ports/token: the token that opens the ports of one's own task to programs.
import { z } from "zod";
import { readPortToken, renewPortToken } from "~/compute/inside/ports/task-ports.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { guidOf } from "~/platform/http/schemas/guid.server";

const TokenInput = z.object({
  renew: z
    .stringbool()
    .or(z.boolean())
    .default(false)
    .meta({ description: "True replaces the token and closes the connections that used it" }),
});

export const { loader, action } = apiRoute("tasks/port-token", {
  POST: operation({
    purpose: "The token that lets programs reach the open ports of your task",
    credentials: ["K", "S"],
    need: "tasks.act",
    scope: "tasks",
    ours: true,
    input: TokenInput,
    statuses: [409],
    refusals: ["noUnfinishedTask", "unreadable"],
    answer: z.object({
      token: z.string().meta({
        description: "Sent as Authorization: Bearer, or as X-Millrace-Token",
        examples: ["mrt_3q2fYc0uXwJt5b8H1sN4mZ7kP6vR9eA0dLgQoTiUyWx"],
      }),
    }),
    run: async ({ account: { tenantId, userId }, params, input: { renew }, now }) => {
      const task = { tenantId, userId, resvGuid: guidOf(params), now };
      return { token: await (renew ? renewPortToken(task) : readPortToken(task)) };
    },
  }),
});
