// GET /v1/tasks/{resv_guid}/metrics: load of a task over time.
import { z } from "zod";
import { recordTaskLook } from "~/compute/inside/tasks/record-task-look.server";
import { readTaskMetrics } from "~/compute/inside/tasks/read-task-metrics.server";
import { hasRight } from "~/platform/staff-rights";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { guidOf } from "~/platform/http/schemas/guid.server";

const MetricsQuery = z.object({
  range: z
    .enum(["3600", "86400", "604800"])
    .default("3600")
    .transform((range) => Number(range) as 3600 | 86400 | 604800),
});
const figures = z.array(z.number().nullable());
const GpuFigures = z.object({ rank: z.int(), gpu: z.int(), busy: figures, mem_mb: figures });

export const { loader, action } = apiRoute("tasks/task-metrics", {
  GET: operation({
    purpose: "Load of a task over time",
    credentials: ["K", "S"],
    need: "tasks.see",
    tool: { name: "read_metrics" },
    ours: true,
    input: MetricsQuery,
    answer: z.object({
      points_ts: z.array(z.int()),
      gpu_busy: figures,
      gpu_mem_mb: figures,
      cpu_pct: figures,
      mem_mb: figures.meta({ description: "Memory in MB at each point", examples: [[4096, null]] }),
      gpus: z.array(GpuFigures).meta({ description: "Each GPU, if it reports", examples: [[]] }),
      simulated: z
        .boolean()
        .meta({ description: "The GPUs and their figures are simulated (demo nodes)", examples: [false] }),
    }),
    run: async ({ account: viewer, params, input: { range }, requestId, now }) => {
      const resvGuid = guidOf(params);
      const { tenantId } = viewer;
      const [metrics] = await Promise.all([
        readTaskMetrics({ resvGuid, tenantId, staff: hasRight(viewer, "customers.view"), range, now }),
        recordTaskLook({ viewer, resvGuid, requestId, now }),
      ]);
      return metrics;
    },
  }),
});
