// POST /v1/agents/rotate: a new key for an agent; the old one stays valid for 10 minutes.
import { z } from "zod";
import { rotateAgentKey } from "~/fleet/inside/nodes/rotate-agent-key.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("agents/rotate", {
  POST: operation({
    purpose: "Gives an agent a new key; the old key stays valid for 10 minutes and cannot rotate",
    credentials: ["A"],
    ours: true,
    status: 201,
    statuses: [403],
    body: { jsonOnly: true },
    answer: z.object({ agent_key: z.string() }),
    run: async ({ node, now }) => {
      const rotated = await rotateAgentKey({ node, now });
      return { agent_key: rotated.agentKey };
    },
  }),
});
