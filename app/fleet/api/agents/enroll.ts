// POST /v1/agents/enroll: makes a machine a node, once per enrolment token.
import { z } from "zod";
import { enrollNode } from "~/fleet/inside/nodes/enroll-node.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { NewNode } from "~/platform/http/schemas/new-node";

export const { loader, action } = apiRoute("agents/enroll", {
  POST: operation({
    purpose: "Enrols a machine as a node, once per enrolment token",
    credentials: ["E"],
    ours: true,
    status: 201,
    body: { jsonOnly: true, asSent: true },
    input: NewNode,
    statuses: [409],
    example: {
      input: {
        node_name: "fra1-gpu-07",
        node_type: "gpu8",
        ip_internal: "10.20.0.17",
        port: 2222,
        gpu_type: "a5000",
        gpus: 8,
        boot_id: "boot-1",
      },
    },
    answer: z.object({ node_name: z.string(), cluster_name: z.string(), agent_key: z.string() }),
    run: async ({ enrolmentToken: token, input, now }) => {
      const enrolled = await enrollNode({ token, ...input, now });
      const { nodeName: node_name, clusterName: cluster_name, agentKey: agent_key } = enrolled;
      return { node_name, cluster_name, agent_key };
    },
  }),
});
