// GET /v1/scheduled: the queue of each cluster, for staff.
import { z } from "zod";
import { ENGINE_WAITS } from "~/compute/engine-waits";
import { readScheduled } from "~/compute/read-scheduled.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const ScheduledRow = z.object({
  position: z.int().meta({ description: "Place in the queue from 1", examples: [1] }),
  resv_guid: z.string(),
  tenant_name: z.string(),
  task_name: z.string(),
  gpu_type: z.string(),
  gpus_min: z.int(),
  ts_scheduled: z.int(),
  reason: z.string().meta({
    description: `waiting_for_gpus, waiting_for_nodes, waiting_for_funds, waiting_for_volume or held; in a cluster with a scheduler also ${ENGINE_WAITS.join(", ")}`,
    examples: ["waiting_for_funds"],
  }),
  engine_word: z
    .string()
    .meta({ description: "Why it waits, in the words of the cluster's scheduler; empty elsewhere" }),
  moved_up: z.int().meta({ description: "1: staff moved it to the front of the queue; else 0", examples: [0] }),
});

export const { loader, action } = apiRoute("capacity/scheduled", {
  GET: operation({
    purpose: "Queued tasks by cluster",
    credentials: ["K", "S"],
    right: "fleet.see",
    answer: z.object({ scheduled: z.record(z.string(), z.array(ScheduledRow)) }),
    run: async ({ now }) => ({ scheduled: await readScheduled({ now }) }),
  }),
});
