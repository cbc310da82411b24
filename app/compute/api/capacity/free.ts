// GET /v1/free: free capacity per cluster and GPU type.
import { z } from "zod";
import { readFree } from "~/compute/read-free.server";
import { hasRight } from "~/platform/staff-rights";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const FreeRow = z.looseObject({
  cluster_name: z.string(),
  gpu_type: z.string(),
  free_nodes: z.int(),
  free_gpus: z.int(),
  free_fragmented_gpus: z.int(),
  max_fragmented_gpus: z.int(),
  max_gpus: z.int(),
  networks: z.array(z.string()),
  fits: z.record(z.string(), z.array(z.int())),
  shared: z
    .literal(true)
    .optional()
    .meta({ description: "Others use these machines too, so what is free may be gone; omitted: only Millrace does" }),
});

export const { loader, action } = apiRoute("capacity/free", {
  GET: operation({
    purpose: "Free capacity per cluster and GPU type",
    credentials: ["P", "K", "S"],
    tool: { name: "list_gpus" },
    answer: z.object({ free: z.array(FreeRow) }),
    run: async ({ account, now }) => ({
      free: await readFree({
        now,
        staff: account !== null && hasRight(account, "fleet.see"),
        tenantId: account?.tenantId ?? null,
      }),
    }),
  }),
});
