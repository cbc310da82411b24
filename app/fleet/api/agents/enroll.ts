// POST /v1/agents/enroll: makes a machine a node, once per enrolment token, or the agent in an engine's place a pilot.
import { z } from "zod";
import { PLACE_TOKEN } from "~/compute/place-token.server";
import { type Admitted, admitPilot } from "~/fleet/inside/nodes/admit-pilot.server";
import { type Enrolled, enrollNode } from "~/fleet/inside/nodes/enroll-node.server";
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
    statuses: [409, 410],
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
    answer: z.object({
      node_name: z.string(),
      cluster_name: z.string(),
      agent_key: z.string(),
      lease_minutes: z.int().nullable().meta({
        description: "Minutes without contact after which a pilot ends its task and itself; null for a node",
      }),
      live_url: z
        .string()
        .nullable()
        .meta({ description: "Origin of the worker's sockets, for a pilot; null for a node" }),
    }),
    run: async ({ enrolmentToken: token, input: { pilot, ...machine }, now }) => {
      if (!token.startsWith(PLACE_TOKEN)) return answerOf(await enrollNode({ token, ...machine, now }));
      const { rank = 0, host = null, gpus: hostGpus = [], job = "" } = pilot ?? {};
      return answerOf(await admitPilot({ token, ...machine, rank, host, hostGpus, job, now }));
    },
  }),
});

function answerOf(enrolled: Enrolled | Admitted) {
  const { nodeName: node_name, clusterName: cluster_name, agentKey: agent_key } = enrolled;
  const [lease_minutes, live_url] = "liveUrl" in enrolled ? [enrolled.leaseMinutes, enrolled.liveUrl] : [null, null];
  return { node_name, cluster_name, agent_key, lease_minutes, live_url };
}
