// GET /v1/nodes: every enrolled node, for staff.
import { z } from "zod";
import { listNodes, NODE } from "~/fleet/list-nodes.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("nodes/nodes", {
  GET: operation({
    purpose: "Every enrolled node",
    credentials: ["K", "S"],
    right: "fleet.see",
    answer: z.object({ nodes: z.array(NODE.schema) }),
    run: async () => ({ nodes: await listNodes() }),
  }),
});
