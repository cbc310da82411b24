import { db } from "~/platform/db.server";
import { groupBy } from "~/platform/group-by";
import type { Share } from "~/compute/planner";
import { type ReplayedNode, type ReplayedTask, replayRow } from "~/rehearsal/replay";
import type { DemoTask } from "./business";
import { overAt, START_MS } from "./write-tasks";

/** A task, and the tenant that asks for it. */
export interface AskedTask {
  tenantName: string;
  task: DemoTask;
}

/**
 * Gives tasks the GPUs and starts that the scheduler's planner finds for them on the demo's nodes, next to the tasks that
 * are there: so a rehearsal of the demo's past is true. Leaves out those that would not be over by then.
 */
export async function placeTasks(asked: readonly AskedTask[], now: Date): Promise<AskedTask[]> {
  const nodes = groupBy(await readNodes(), ({ gpuType }) => gpuType);
  const there = groupBy(await readThere(), ({ gpuType }) => gpuType);
  return [...groupBy(asked, ({ task }) => task.gpuType)].flatMap(([gpuType, tasks]) =>
    placeRow(tasks, { nodes: nodes.get(gpuType) ?? [], there: there.get(gpuType) ?? [] }, now),
  );
}

interface Fleet {
  nodes: readonly ReplayedNode[];
  there: readonly ReplayedTask[];
}

function placeRow(asked: readonly AskedTask[], fleet: Fleet, now: Date): AskedTask[] {
  const starts = startsOf(asked, fleet);
  const placed = asked.flatMap(({ tenantName, task }) => {
    const start = starts.get(task.resvGuid);
    if (!start) return [];
    const [queuedAt, startedAt] = [acceptedAt(task), new Date(start.atS * 1000 + START_MS)];
    return [{ tenantName, task: { ...task, queuedAt, startedAt, shares: start.shares } }];
  });
  const over = placed.filter(({ task }) => overAt(task) < now);
  // Without the last ones, others may start earlier.
  return over.length === asked.length
    ? over
    : placeRow(
        asked.filter(({ task }) => over.some((one) => one.task.resvGuid === task.resvGuid)),
        fleet,
        now,
      );
}

function startsOf(
  asked: readonly AskedTask[],
  { nodes, there }: Fleet,
): Map<string, { atS: number; shares: readonly Share[] }> {
  const tenants = [...new Set(asked.map(({ tenantName }) => tenantName))];
  const wished = asked.map(({ tenantName, task }): ReplayedTask => ({
    ...ONLY_GPUS,
    id: task.resvGuid,
    tenantId: -1 - tenants.indexOf(tenantName),
    submitS: acceptedAt(task).getTime() / 1000,
    heldS: (overAt(task).getTime() - acceptedAt(task).getTime()) / 1000,
    gpusMin: task.gpus,
    gpuPph: task.pph / task.gpus,
    held: task.place ? heldAt(task, nodes) : null,
  }));
  const tasks = [...there, ...wished].sort((a, b) => a.submitS - b.submitS || (a.id < b.id ? -1 : 1));
  const starts = new Map<string, { atS: number; shares: readonly Share[] }>();
  const turns = replayRow({ tasks, nodes, changes: [], sampleEveryS: 86_400, untilS: Infinity }, (one) =>
    starts.set(one.task.id, one),
  );
  while (!turns.next().done);
  return starts;
}

const ONLY_GPUS = { gpusMax: 0, gpusIncr: 1, network: "ethernet", maxSeconds: 0 } as const;

function acceptedAt({ startedAt }: DemoTask): Date {
  return new Date(startedAt.getTime() - START_MS);
}

function heldAt({ place, gpus }: DemoTask, nodes: readonly ReplayedNode[]): Share[] | null {
  const node = nodes.find(({ nodeName }) => nodeName === place?.nodeName);
  return node && place
    ? [{ nodeId: node.nodeId, gpus: Array.from({ length: gpus }, (_, at) => place.gpu + at) }]
    : null;
}

async function readNodes(): Promise<(ReplayedNode & { gpuType: string })[]> {
  return await db.query<ReplayedNode & { gpuType: string }>(
    `select id as "nodeId", node_name as "nodeName", gpus, ibs_active as "ibsActive", gpu_type as "gpuType" from node
     where retired_at is null and pilot_of is null order by id`,
  );
}

/** Reads the past tasks that have their places already. */
async function readThere(): Promise<(ReplayedTask & { gpuType: string })[]> {
  const rows = await db.query<{
    id: string;
    tenantId: number;
    gpuType: string;
    gpusMin: number;
    gpuPph: number;
    submitS: number;
    heldS: number;
    held: Share[];
  }>(
    `select t.resv_guid as id, t.tenant_id as "tenantId", t.gpu_type as "gpuType", t.gpus_min as "gpusMin",
       t.accepted_gpu_pph as "gpuPph", floor(extract(epoch from p.assigned_at))::int as "submitS",
       ceil(extract(epoch from p.ended_at - p.assigned_at))::int as "heldS",
       jsonb_build_array(jsonb_build_object('nodeId', p.node_id, 'gpus', p.gpus)) as held
     from task t join placement p on p.resv_guid = t.resv_guid where p.ended_at is not null`,
  );
  return rows.map((row) => ({ ...ONLY_GPUS, ...row }));
}
