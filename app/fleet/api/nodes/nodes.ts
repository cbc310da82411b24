// GET /v1/nodes: every enrolled node, for staff.
import { z } from "zod";
import { findingSchema } from "~/fleet/agent-findings";
import { listNodes } from "~/fleet/list-nodes.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

/** A finding as agents report it, but null for the whole node; an id names it for clearing. */
const Finding = z.looseObject({
  ...findingSchema.shape,
  id: z.int(),
  gpu: z
    .string()
    .nullable()
    .meta({ description: "UUID of the GPU; null: the whole node", examples: [null] }),
});

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
  contact: z
    .enum(["steady", "late", "suspect"])
    .meta({ description: "How steadily it reports; a suspect node gets no tasks", examples: ["steady"] }),
  flapping: z.boolean().meta({ description: "It fell silent too often recently; it gets no tasks", examples: [false] }),
  awaits_test: z.boolean().meta({ description: "It gets no tasks until its self-test has passed", examples: [false] }),
  findings: z.array(Finding),
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
