// GET /v1/tasks/{resv_guid}: one task with its events and placements.
import { z } from "zod";
import { readTask } from "~/domain/tasks/read-task.server";
import { isStaff } from "~/domain/users/role";
import { apiRoute, operation } from "~/http/api-route.server";
import { guidOf } from "~/http/schemas/guid.server";
import { JobRow } from "~/http/schemas/job-row";

const rows = z.array(z.looseObject({}));

export const { loader, action } = apiRoute("/v1/tasks/:resv_guid", {
  GET: operation({
    purpose: "One task with its events and placements",
    credentials: ["K", "S"],
    ours: true,
    answer: z.object({ job: JobRow, ssh_host_key: z.string(), events: rows, placements: rows }),
    run: ({ account: { tenantId, role }, params, now }) =>
      readTask({ resvGuid: guidOf(params), tenantId, staff: isStaff(role), now }),
  }),
});
