// GET /v1/nodes: every enrolled node, for staff.
import { z } from "zod";
import { listNodes } from "~/domain/nodes/list-nodes.server";
import { apiRoute, operation } from "~/http/api-route.server";

const NodeRow = z.looseObject({
  node_name: z.string(),
  node_type: z.string(),
  ip_internal: z.string(),
  ip_public: z.string().optional(),
  port: z.int(),
  gpu_type: z.string().optional(),
  drain: z.int(),
  cluster_name: z.string(),
  health: z.string(),
  version: z.int(),
});

export const { loader, action } = apiRoute("nodes/nodes", {
  GET: operation({
    purpose: "Every enrolled node",
    credentials: ["K", "S"],
    role: "support",
    answer: z.object({ nodes: z.array(NodeRow) }),
    run: async () => ({ nodes: await listNodes() }),
  }),
});
