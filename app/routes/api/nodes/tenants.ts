// GET /dashboard/tenants: what runs on each node, for staff.
import { z } from "zod";
import { readTenants } from "~/domain/nodes/read-tenants.server";
import { apiRoute, operation } from "~/http/api-route.server";

const TenantsOfNode = z.object({
  gpus: z.array(z.array(z.int())),
  tasks: z.array(z.looseObject({ tenant_name: z.string(), resv_guid: z.string() })),
});

export const { loader, action } = apiRoute("/dashboard/tenants", {
  GET: operation({
    purpose: "Tasks on each node with their GPU ids",
    credentials: ["S"],
    role: "support",
    answer: z.object({ tenants: z.record(z.string(), TenantsOfNode) }),
    run: async () => ({ tenants: await readTenants() }),
  }),
});
