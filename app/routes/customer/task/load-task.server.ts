import { findOwnTask } from "~/domain/tasks/find-own-task.server";
import { readLogTail } from "~/domain/tasks/read-log-tail.server";
import { readTask } from "~/domain/tasks/read-task.server";
import { readTaskMetrics } from "~/domain/tasks/read-task-metrics.server";
import { isStaff } from "~/domain/users/role";
import type { Viewer } from "~/http/access.server";

const RANGE_S = 3600;

/** All that the task's screen shows; the page of 404 for a guid that names no task of the viewer's tenant. */
export async function loadTask({ viewer, resvGuid, now }: { viewer: Viewer; resvGuid: string; now: Date }) {
  const { tenantId, role } = viewer;
  const own = await findOwnTask({ tenantId, resvGuid });
  if (!own) throw new Response(null, { status: 404 });
  const [task, lines, metrics] = await Promise.all([
    readTask({ resvGuid, tenantId, staff: isStaff(role), now }),
    readLogTail({ resvGuid }),
    readTaskMetrics({ resvGuid, range: RANGE_S, now }),
  ]);
  return { ...task, ...own, lines, metrics, atMs: now.getTime() };
}
