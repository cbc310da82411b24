import type { Queryable } from "~/platform/db.server";
import { groupBy } from "~/platform/group-by";
import { HOLD_FROM_GPUS, NODE_AVOID_S } from "~/compute/placing-times";
import { type Network } from "~/compute/gpu-sizes";
import type { FreeNode, StayOnNode } from "./free-pool";
import { type HoldOfRow, longBefore } from "./hold";
import {
  FREE_NODE_COLUMNS,
  FREE_NODES,
  NODE_IN_SERVICE,
  NODE_NEEDS,
  TASK_TO_PLACE_AGAIN,
  TASK_WAITS,
} from "~/compute/capacity-sql.server";
import type { NodeMeans } from "./node-needs";
import { nameOfImage, type StoredImage } from "./task-image";
import type { GpusInUse, QueuedTask } from "./queue-order";
import type { WaitingTask } from "./waiting-task";

/** A row of capacity: the scope of one placing lock (S8). */
export interface Row {
  clusterName: string;
  gpuType: string;
}

/**
 * Reads the nodes that may take placements (S1) with their free GPUs, and the images that these tasks need and they
 * have.
 */
export async function readNodes(
  db: Queryable,
  { clusterName, gpuType }: Row,
  { tasks, now }: { tasks: readonly Pick<WaitingTask, "image">[]; now: Date },
): Promise<FreeNode[]> {
  const wanted = [...new Set(tasks.flatMap(({ image }) => image ?? []))];
  const rows = await db.query<
    Omit<FreeNode, "freeGpus" | "means" | "images" | "withoutRoomFor" | "avoidedBy"> & {
      held: number[] | null;
      avoidedBy: number[];
      means: NodeMeans | null;
      images: string[] | null;
      withoutRoomFor: string[];
    }
  >(
    `select ${FREE_NODE_COLUMNS}, pulled.images, n.images_without_room as "withoutRoomFor" from ${FREE_NODES}
     left join (select node_id, array_agg(name) as images from node_image where name = any($4::text[]) group by node_id) pulled
       on pulled.node_id = n.id
     where n.cluster_name = $2 and n.gpu_type = $3 and ${NODE_IN_SERVICE}`,
    [avoidedSince(now), clusterName, gpuType, wanted],
  );
  return rows.map(({ held, avoidedBy, means, images, withoutRoomFor, ...node }) => ({
    ...node,
    ...(avoidedBy.length > 0 ? { avoidedBy } : {}),
    ...(means ? { means } : {}),
    ...(images ? { images } : {}),
    ...(withoutRoomFor.length > 0 ? { withoutRoomFor } : {}),
    freeGpus: freeGpus(node.gpus, held),
  }));
}

/** Reads the nodes for a plan that may choose a hold: with the long tasks of tenants that may get it (S11). */
export async function readNodesToHold(
  db: Queryable,
  row: Row,
  { tasks, now }: { tasks: readonly Pick<WaitingTask, "image" | "tenantId" | "gpusMin">[]; now: Date },
): Promise<FreeNode[]> {
  const nodes = await readNodes(db, row, { tasks, now });
  const tenantIds = new Set(tasks.flatMap(({ tenantId, gpusMin }) => (gpusMin >= HOLD_FROM_GPUS ? tenantId : [])));
  if (tenantIds.size === 0) return nodes;
  const stays = await db.query<Omit<StayOnNode, "until"> & { nodeId: number }>(
    `select p.node_id as "nodeId", t.tenant_id as "tenantId", cardinality(p.gpus) as gpus, p.assigned_at as "from"
     from task t join placement p on p.resv_guid = t.resv_guid and p.ended_at is null and p.run
     where t.cluster_name = $1 and t.gpu_type = $2 and t.tenant_id = any($3) and p.assigned_at < $4
       and t.state in ('placing', 'starting', 'running', 'incident')`,
    [row.clusterName, row.gpuType, [...tenantIds], longBefore(now)],
  );
  const ofNode = groupBy(stays, ({ nodeId }) => nodeId);
  return nodes.map((node) => {
    const onNode = ofNode.get(node.nodeId);
    return onNode ? { ...node, stays: onNode } : node;
  });
}

/** Failures later than this make a node avoided (S14). */
export function avoidedSince(now: Date): Date {
  return new Date(now.getTime() - NODE_AVOID_S * 1000);
}

/** Ids of the GPUs that are not held, ascending. */
export function freeGpus(gpus: number, held: readonly number[] | null): number[] {
  const taken = new Set(held);
  return Array.from({ length: gpus }, (_, gpu) => gpu).filter((gpu) => !taken.has(gpu));
}

/** The queue, and the tasks whose placement failed and that must be placed again. */
export async function readWaiting(
  db: Queryable,
  { clusterName, gpuType }: Row,
  now: Date,
): Promise<(WaitingTask & { position: number | null; waitReason: string })[]> {
  const rows = await db.query<
    Omit<WaitingTask, "image"> &
      StoredImage & { network: Network; position: number | null; waitReason: string; tenantImage: string }
  >(
    `select t.resv_guid as "resvGuid", t.tenant_id as "tenantId", t.task_name as "taskName",
       t.gpus_min as "gpusMin", t.gpus_max as "gpusMax", t.gpus_incr as "gpusIncr", t.network,
       t.accepted_at as "acceptedAt", t.moved_up_at as "movedUpAt", t.accepted_gpu_pph as "acceptedGpuPph",
       coalesce(discount.percent, 0) as "percentOff", t.attempts,
       t.state = 'placing' as again, t.pph, t.max_seconds as "maxSeconds", t.created_by_id as "startedBy",
       t.key_line_id as "keyLineId", t.position,
       ${NODE_NEEDS} as needs,
       t.wait_reason as "waitReason", t.tenant_image as "tenantImage", t.image_ref as reference, t.image_digest as digest
     from task t
     left join (
       select distinct on (tenant_id) tenant_id, percent from tenant_discount
       where gpu_type in ('', $2) and from_at <= $3 order by tenant_id, gpu_type desc, from_at desc) discount
       on discount.tenant_id = t.tenant_id
     where t.cluster_name = $1 and t.gpu_type = $2 and ${TASK_WAITS}
     order by t.accepted_at, t.resv_guid`,
    [clusterName, gpuType, now],
  );
  // Thousands of tasks wait for a few images.
  const names = await readImageNames(db);
  return rows.map(({ reference, digest, tenantImage, ...task }) => {
    const key = reference === "" ? tenantImage : `${reference} ${digest}`;
    const image = names.get(key) ?? nameOfImage({ reference, digest });
    names.set(key, image);
    return { ...task, image };
  });
}

/** Names that agents use for the images of the catalogue. */
async function readImageNames(db: Queryable): Promise<Map<string, string | null>> {
  const rows = await db.query<StoredImage & { tenantImage: string }>(
    `select tenant_image as "tenantImage", reference, digest from image`,
  );
  return new Map(rows.map(({ tenantImage, ...image }) => [tenantImage, nameOfImage(image)]));
}

/** Waiting tasks in the order of acceptance, with the values that decide in which they are served. */
export async function readQueue(
  db: Queryable,
  { clusterName, gpuType }: Row,
): Promise<(QueuedTask & { again: boolean })[]> {
  return db.query<QueuedTask & { again: boolean }>(
    `select t.resv_guid as "resvGuid", t.tenant_id as "tenantId", t.gpus_min as "gpusMin", t.accepted_at as "acceptedAt",
       t.moved_up_at as "movedUpAt", t.state = 'placing' as again from task t
     where t.cluster_name = $1 and t.gpu_type = $2 and ${TASK_WAITS} order by t.accepted_at, t.resv_guid`,
    [clusterName, gpuType],
  );
}

/** The GPUs of the row that the tasks of each tenant hold (S10). */
export async function readGpusInUse(db: Queryable, { clusterName, gpuType }: Row): Promise<GpusInUse> {
  const rows = await db.query<{ tenantId: number; gpus: number }>(
    `select t.tenant_id as "tenantId", sum(t.gpus_granted)::int as gpus from task t
     where t.cluster_name = $1 and t.gpu_type = $2 
       and t.state in ('placing', 'starting', 'running', 'incident', 'stopping') and not ${TASK_TO_PLACE_AGAIN}
     group by t.tenant_id`,
    [clusterName, gpuType],
  );
  return new Map(rows.map(({ tenantId, gpus }) => [tenantId, gpus]));
}

export async function readHolds(db: Queryable, { clusterName, gpuType }: Row): Promise<HoldOfRow[]> {
  return await db.query<HoldOfRow>(
    `select resv_guid as "resvGuid", node_ids as "nodeIds" from row_hold where cluster_name = $1 and gpu_type = $2`,
    [clusterName, gpuType],
  );
}

/** Cents per GPU-hour now, null for a type that has no price. */
export async function readGpuPph(db: Queryable, gpuType: string): Promise<number | null> {
  const [price] = await db.query<{ pph: number }>(`select pph_cents as pph from price where gpu_type = $1`, [gpuType]);
  return price?.pph ?? null;
}
