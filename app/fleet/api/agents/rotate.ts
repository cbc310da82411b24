// POST /v1/agents/rotate: a new key for an agent; the old one stays valid for 10 minutes.
import { z } from "zod";
import { rotateAgentKey } from "~/fleet/inside/nodes/rotate-agent-key.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { AgentKey } from "~/platform/http/schemas/new-node";

export const { loader, action } = apiRoute("agents/rotate", {
  POST: operation({
    purpose: "Gives an agent a new key; the old key stays valid for 10 minutes and cannot rotate",
    credentials: ["A"],
    ours: true,
    status: 201,
    statuses: [403],
    body: { jsonOnly: true },
    input: z.object({
      agent_key: AgentKey.nullish().meta({
        description: "The new key, to send again with the former one if the answer is lost; else the agent gets one",
        examples: [`mra_${"0".repeat(43)}`],
      }),
    }),
    answer: z.object({ agent_key: z.string() }),
    run: async ({ node, input: { agent_key: agentKey = null }, now }) => {
      const rotated = await rotateAgentKey({ node, agentKey, now });
      return { agent_key: rotated.agentKey };
    },
  }),
});
