import { type CustomerNodesOut, listNodesOut, type NodesOut } from "~/compute/inside/capacity/list-nodes-out.server";
import { readQueueWaits } from "~/compute/inside/capacity/read-queue-wait.server";
import { nodesOf } from "~/compute/gpu-sizes";
import { fingerprintOfLine } from "~/platform/fingerprint.server";
import { stoppedByName } from "~/platform/stopped-by-name";
import { explainEnd } from "~/compute/inside/tasks/explain-end";
import { findOwnTask } from "~/compute/inside/tasks/find-own-task.server";
import { type JobRow, readJobs } from "~/compute/list-jobs.server";
import { readLogTail } from "~/compute/inside/tasks/read-log-tail.server";
import { readStartSteps } from "~/compute/inside/tasks/read-start-steps.server";
import { readTask, readTaskPlacements, type TaskPlacement } from "~/compute/inside/tasks/read-task.server";
import { readTaskCost } from "~/compute/inside/tasks/read-task-cost.server";
import { readTaskMetrics, type TaskMetrics } from "~/compute/inside/tasks/read-task-metrics.server";
import { readHitRate } from "~/compute/start-estimates.server";
import { readRefunds } from "~/money/given-back.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { may } from "~/platform/may";
import { hasRight } from "~/platform/staff-rights";
import { arePortsOffered, listTaskPorts } from "~/compute/inside/ports/task-ports.server";
import type { Viewer } from "~/platform/http/access.server";
import { rangeOf } from "./range";
import { nodeIn, tabOf } from "./tabs";

interface Asked {
  args: RouteArgs;
  viewer: Viewer;
  resvGuid: string;
  now: Date;
}

/**
 * Reads only the requested tab of a task's screen. Answers with the 404 page for a guid that names no task of the
 * viewer's tenant.
 */
export async function loadTask({ args, viewer, resvGuid, now }: Asked) {
  const { tenantId } = viewer;
  const search = new URL(args.request.url).searchParams;
  const own = await findOwnTask({ tenantId, resvGuid });
  const [job] = own ? await readJobs({ resvGuids: [resvGuid], now }) : [];
  if (!own || !job) throw new Response(null, { status: 404 });
  const tab = tabOf(search);
  const endedAt = job.ts_finished === 0 ? null : new Date(job.ts_finished * 1000);
  const range = rangeOf(search, endedAt ? job.ts_finished - job.ts_started : 0);
  const nodes = nodesOf(job.gpus);
  const refunding = readRefunds({ resvGuid });
  const [waits, refunds, hitRate, nodesOut, steps, details, log, metrics, cost, ports, placements] = await Promise.all([
    isWaiting(job) ? partOrNull(args, "wait", readQueueWaits({ tenantId, resvGuid, now })) : null,
    // The explanation of an end names the refund.
    endedAt ? refunding : partOrNull(args, "refunds", refunding),
    job.likely_start ? readHitRate() : null,
    isWaiting(job) ? listNodesOut({ clusters: [job.cluster_name], now }) : [],
    job.state === "placing" || job.state === "starting" ? readStartSteps({ resvGuid }) : null,
    tab === "events" ? readTask({ resvGuid, tenantId, staff: hasRight(viewer, "customers.view"), now }) : null,
    tab === "logs" && may(viewer.memberRole, "logs.see") ? readLogTail({ resvGuid }) : null,
    tab === "metrics" ? readTaskMetrics({ resvGuid, range, now: endedAt ?? now }) : null,
    tab === "cost" ? readTaskCost({ resvGuid, until: endedAt ?? now }) : null,
    tab === "connect" && arePortsOffered() ? listTaskPorts({ tenantId, resvGuid }) : null,
    tab === "connect" && nodes > 1 ? readTaskPlacements({ resvGuid, staff: false }) : null,
  ]);
  const { refundCents, givenBackCents } = refunds ?? { refundCents: 0, givenBackCents: 0 };
  return {
    job,
    image: own.image,
    templateName: own.templateName,
    volumes: own.volumes,
    exitCode: own.exitCode,
    givenBackCents,
    explanation: explainEnd({
      ...own,
      ...{ refundCents, givenBackCents },
      ...{ state: job.state, reason: job.reason, ran: job.ts_started > 0 },
      stoppedBy: stoppedByName(viewer, { id: own.stoppedById, name: job.stopped_by }),
    }),
    tab,
    wait: waits?.[resvGuid] ?? null,
    hitRate,
    nodesOut: outForCustomer(nodesOut.find(({ gpuType }) => gpuType === job.gpu_type)),
    steps,
    events: details?.events ?? null,
    placements: details?.placements ?? null,
    log,
    metrics: metrics && { range, ...inWholeNumbers(metrics) },
    cost,
    /** Null if ports are not offered here. */
    ports,
    /** Null if there is no choice of nodes. */
    node: nodes > 1 ? chosenNode(search, nodes, placements ?? []) : null,
    atMs: now.getTime(),
  };
}

export type LoadedTask = Awaited<ReturnType<typeof loadTask>>;

/** Nodes that are out, without their names: those are for staff. */
function outForCustomer(out: NodesOut | undefined): CustomerNodesOut | null {
  if (!out) return null;
  const { nodes, gpus, gpuType, backTs } = out;
  return { nodes, gpus, gpuType, backTs };
}

/** The node of the Connect tab, out of `count`, and its SSH server if that runs. */
function chosenNode(search: URLSearchParams, count: number, placements: TaskPlacement[]) {
  const node = nodeIn(search, count);
  const { ssh_addr = "", ssh_host_key = "" } = placements.find((placement) => placement.node === node) ?? {};
  return { node, count, reached: { ssh_addr, ssh_host_key, ssh_host_fingerprint: fingerprintOfLine(ssh_host_key) } };
}

function isWaiting({ state, position }: JobRow): boolean {
  return state === "queued" || position !== null;
}

/** Rounds figures to the precision of the screen: equal numbers are sent once, and most are then equal. */
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
