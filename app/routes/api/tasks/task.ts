// GET /v1/tasks/{resv_guid}: one task with its events and placements.
import { z } from "zod";
import { recordTaskLook } from "~/domain/tasks/record-task-look.server";
import { readTask } from "~/domain/tasks/read-task.server";
import { isStaff } from "~/domain/role";
import { apiRoute, operation } from "~/http/api-route.server";
import { guidOf } from "~/http/schemas/guid.server";
import { JobRow } from "~/http/schemas/job-row";

const EventRow = z.object({ ts: z.int(), from: z.string(), to: z.string(), text: z.string() });
const PlacementRow = z.object({
  placement_id: z.string(),
  node_name: z.string().optional().meta({ description: "For staff only" }),
  gpus: z.array(z.int()).meta({ description: "Ids of its GPUs on the node", examples: [[0]] }),
  state: z.string().meta({ description: "State of this part of the task" }),
});

export const { loader, action } = apiRoute("tasks/task", {
  GET: operation({
    purpose: "One task with its events and placements",
    credentials: ["K", "S"],
    ours: true,
    answer: z.object({
      job: JobRow,
      ssh_host_key: z.string(),
      events: z.array(EventRow),
      placements: z.array(PlacementRow),
    }),
    run: async ({ account: viewer, params, requestId, now }) => {
      const resvGuid = guidOf(params);
      const { tenantId, role } = viewer;
      const [task] = await Promise.all([
        readTask({ resvGuid, tenantId, staff: isStaff(role), now }),
        recordTaskLook({ viewer, resvGuid, requestId, now }),
      ]);
      return task;
    },
  }),
});
