import { readQueueWaits } from "~/domain/capacity/read-queue-wait.server";
import { findOwnTask } from "~/domain/tasks/find-own-task.server";
import { readLogTail } from "~/domain/tasks/read-log-tail.server";
import { readTask } from "~/domain/tasks/read-task.server";
import { readTaskMetrics, type TaskMetrics } from "~/domain/tasks/read-task-metrics.server";
import { isStaff } from "~/domain/role";
import type { Viewer } from "~/http/access.server";
import { rangeOf } from "./range";

interface Asked {
  viewer: Viewer;
  resvGuid: string;
  /** The screen's query. */
  search: URLSearchParams;
  now: Date;
}

/** All that the task's screen shows; the page of 404 for a guid that names no task of the viewer's tenant. */
export async function loadTask({ viewer, resvGuid, search, now }: Asked) {
  const { tenantId, role } = viewer;
  const own = await findOwnTask({ tenantId, resvGuid });
  if (!own) throw new Response(null, { status: 404 });
  const range = rangeOf(search);
  const [task, log, metrics, waits] = await Promise.all([
    readTask({ resvGuid, tenantId, staff: isStaff(role), now }),
    readLogTail({ resvGuid }),
    readTaskMetrics({ resvGuid, range, now }),
    readQueueWaits({ tenantId, resvGuid, now }),
  ]);
  return {
    ...task,
    ...own,
    log,
    metrics: inWholeNumbers(metrics),
    range,
    wait: waits[resvGuid],
    atMs: now.getTime(),
  };
}

/** As finely as the screen shows them: equal numbers are sent once, and most are equal then. */
function inWholeNumbers(metrics: TaskMetrics): TaskMetrics {
  const whole = (values: (number | null)[]) => values.map((value) => (value === null ? null : Math.round(value)));
  return {
    points_ts: metrics.points_ts,
    simulated: metrics.simulated,
    gpu_busy: whole(metrics.gpu_busy),
    gpu_mem_mb: whole(metrics.gpu_mem_mb),
    cpu_pct: whole(metrics.cpu_pct),
    mem_mb: whole(metrics.mem_mb),
    gpus: metrics.gpus.map((gpu) => ({ ...gpu, busy: whole(gpu.busy), mem_mb: whole(gpu.mem_mb) })),
  };
}
