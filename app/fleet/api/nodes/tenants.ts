// GET /dashboard/tenants: what runs on each node, for staff.
import { z } from "zod";
import { readTenants } from "~/fleet/read-tenants.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const TaskOnNode = z.object({
  tenant_name: z.string(),
  resv_guid: z.string(),
  tenant_image: z.string(),
  ts_scheduled: z.int(),
  gpus_min: z.int(),
  pph: z.int(),
  gpu_type: z.string(),
});
const TenantsOfNode = z.object({
  gpus: z.array(z.array(z.int())).meta({ description: "Ids of the GPUs of each task", examples: [[[0, 1]]] }),
  tasks: z.array(TaskOnNode).meta({ description: "The tasks, in the order of gpus" }),
});

export const { loader, action } = apiRoute("nodes/tenants", {
  GET: operation({
    purpose: "Tasks on each node with their GPU ids",
    credentials: ["S"],
    right: "fleet.see",
    answer: z.object({ tenants: z.record(z.string(), TenantsOfNode) }),
    run: async () => ({ tenants: await readTenants() }),
  }),
});
