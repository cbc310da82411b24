import { db, type Queryable } from "~/platform/db.server";
import { GPU_CHOICES, GPUS_PER_NODE, largestSize, NETWORKS, type Network, nodesOf } from "./gpu-sizes";
import { type FreeNode, FreePool } from "./inside/capacity/free-pool";
import { groupBy } from "~/platform/group-by";
import { fitsOf } from "./inside/capacity/placement";
import { avoidedSince } from "./inside/capacity/read-row.server";
import { machineInService, NOT_IN_COPY } from "./inside/engines/machine-sql.server";
import { AVOIDS_NODES, HOLD_OF_NODE, NODE_AVOIDED, NODE_IN_SERVICE } from "./capacity-sql.server";

const NODES_OF_LARGEST = Math.max(...GPU_CHOICES) / GPUS_PER_NODE;
/** Any network that the cluster offers counts as available between an engine's machines. */
const NETWORK_OF_ENGINE = "ethernet";

/** A row of `GET /v1/free` (S1), one for each cluster and GPU type. */
export interface FreeRow {
  cluster_name: string;
  gpu_type: string;
  free_nodes: number;
  free_gpus: number;
  free_fragmented_gpus: number;
  max_fragmented_gpus: number;
  /** The largest number of GPUs that a task can have there, once all are free (S11). */
  max_gpus: number;
  networks: string[];
  /** Numbers of GPUs that would start now, by network (S3). */
  fits: Partial<Record<Network, number[]>>;
  /** The machines have other users too, whom only their scheduler knows: one of them may come first (20.1). */
  shared?: true;
  /** Staff only: free GPUs inside the fence of a hold. */
  gpus_held?: number;
  /** GPUs of nodes that take no placements, except those that tasks hold, which are in service; staff only. */
  gpus_out_of_service?: number;
}

/** Nodes of a row that count the same in answers about free capacity. */
interface Alike {
  clusterName: string;
  gpuType: string;
  networks: string[];
  nodes: number;
  /** GPUs of each of these nodes. */
  gpus: number;
  freeGpus: number;
  infiniband: boolean;
  fenced: boolean;
  avoided: boolean;
  inService: boolean;
  /** True if its type has a price, and neither type nor cluster is hidden (A20). */
  rentable: boolean;
  hidden: boolean;
  /** True for machines of an engine. */
  shared: boolean;
}

/**
 * Free capacity now, in the order of the clusters. `staff` adds held and out-of-service GPUs, and the rows that are
 * hidden from everybody else. With `tenantId`, nodes that only this tenant avoids start nothing (S14).
 */
export async function readFree({
  now,
  staff = false,
  tenantId = null,
  tx = db,
}: {
  now: Date;
  staff?: boolean;
  tenantId?: number | null;
  tx?: Queryable;
}): Promise<FreeRow[]> {
  const shown = (await readAlike(tx, tenantId, now)).filter(({ hidden }) => staff || !hidden);
  const promised = shown.some(({ shared }) => shared) ? await readPromised(tx) : new Map<string, number[]>();
  const rows = groupBy(shown, rowOf);
  return [...rows].flatMap(([key, kinds]) => {
    const row = freeRow(withoutPromised(kinds, promised.get(key) ?? []));
    return row ? [staff ? { ...row, ...staffFigures(kinds) } : row] : [];
  });
}

/** Checks whether there are nodes that only this tenant avoids: then free capacity for everybody is not its own. */
export async function avoidsNodes({ tenantId, now }: { tenantId: number; now: Date }): Promise<boolean> {
  return (await db.query(AVOIDS_NODES, [avoidedSince(now), tenantId])).length > 0;
}

function rowOf({ clusterName, gpuType }: Pick<Alike, "clusterName" | "gpuType">): string {
  return `${clusterName}:${gpuType}`;
}

const RENTABLE = `price.gpu_type is not null and price.hidden_at is null and c.hidden_at is null`;
const HIDDEN = `(price.hidden_at is not null or c.hidden_at is not null)`;

/**
 * The database counts the nodes: a fleet has thousands of them and some dozen kinds, and this is read for many screens.
 * Machines of an engine count like nodes, and their network is the engine's.
 */
async function readAlike(tx: Queryable, tenantId: number | null, now: Date): Promise<Alike[]> {
  return await tx.query<Alike>(
    `select "clusterName", "gpuType", networks, count(*)::int as nodes, gpus, "freeGpus", infiniband, fenced, avoided,
       "inService", rentable, hidden, shared
     from (
       select c.position, n.cluster_name as "clusterName", n.gpu_type as "gpuType", c.networks, n.gpus,
         n.gpus - coalesce(held.gpus, 0)::int as "freeGpus", n.ibs_active >= 1 as infiniband, hold.resv_guid is not null as fenced,
         ${NODE_AVOIDED} as avoided, (${NODE_IN_SERVICE}) as "inService", ${RENTABLE} as rentable, ${HIDDEN} as hidden,
         false as shared
       from node n left join (select node_id, count(*) as gpus from held_gpu group by node_id) held on held.node_id = n.id
       left join ${HOLD_OF_NODE}
       join cluster c on c.name = n.cluster_name
       left join price on price.gpu_type = n.gpu_type
       where n.retired_at is null and n.pilot_of is null
       union all
       select c.position, c.name, m.gpu_type, c.networks, m.gpus, greatest(0, m.gpus - m.gpus_in_use), true, false, false,
         ${machineInService("$2")}, ${RENTABLE}, ${HIDDEN}, true
       from engine_node m join engine on engine.id = m.engine_id join cluster c on c.engine_id = engine.id
       left join price on price.gpu_type = m.gpu_type
       where m.gpu_type is not null and m.gpus > 0) one
     group by position, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13
     order by position, 1, 2`,
    [avoidedSince(now), now, tenantId],
  );
}

/** Sizes of the places, by row, whose GPUs still look free in the copy of the engine's machines. */
async function readPromised(tx: Queryable): Promise<Map<string, number[]>> {
  const rows = await tx.query<Pick<Alike, "clusterName" | "gpuType"> & { gpus: number }>(
    `select t.cluster_name as "clusterName", t.gpu_type as "gpuType", t.gpus_min as gpus
     from engine_place place join task t on t.resv_guid = place.resv_guid
     left join (select engine_id, max(seen_at) as seen_at from engine_node group by engine_id) copy
       on copy.engine_id = place.engine_id
     where ${NOT_IN_COPY}`,
  );
  const byRow = groupBy(rows, rowOf);
  return new Map([...byRow].map(([key, places]) => [key, places.map(({ gpus }) => gpus)]));
}

/**
 * Subtracts the GPUs that places of these sizes will take, as far as they fit. The engine may choose other machines.
 */
function withoutPromised(kinds: Alike[], sizes: readonly number[]): Alike[] {
  if (sizes.length === 0) return kinds;
  const open = kinds.filter((kind) => kind.inService);
  // Of each kind, no more nodes than the places need are counted one by one: an engine may have thousands.
  const most = sum(sizes.map(nodesOf));
  const pool = new FreePool(open.flatMap((kind, at) => nodesLike(kind, { first: at * most, most })));
  for (const gpus of sizes) {
    const shares = pool.choose({ gpus, network: NETWORK_OF_ENGINE });
    if (shares) pool.take(shares, { from: new Date(0), until: null });
  }
  const left = pool.list().flatMap(({ nodeId, freeGpus }) => {
    const kind = open[Math.floor(nodeId / most)];
    return kind ? [{ ...kind, nodes: 1, freeGpus: freeGpus.length }] : [];
  });
  const others = open.filter(({ nodes }) => nodes > most).map((kind) => ({ ...kind, nodes: kind.nodes - most }));
  return [...left, ...others, ...kinds.filter((kind) => !kind.inService)];
}

function freeRow(kinds: readonly Alike[]): FreeRow | null {
  const [first] = kinds;
  if (!first) return null;
  const open = kinds.filter((kind) => kind.inService && !kind.fenced);
  const whole = open.filter((kind) => kind.freeGpus === kind.gpus);
  const partly = open.filter((kind) => kind.freeGpus < kind.gpus);
  // More nodes than the largest task takes change no result.
  const startable = (first.rentable ? open : []).flatMap((kind, at) =>
    nodesLike(kind, { first: at * NODES_OF_LARGEST, most: NODES_OF_LARGEST }),
  );
  const networks = NETWORKS.filter((network) => first.networks.includes(network));
  return {
    cluster_name: first.clusterName,
    gpu_type: first.gpuType,
    free_nodes: sum(whole.map((kind) => kind.nodes)),
    free_gpus: sum(whole.map((kind) => kind.nodes * kind.gpus)),
    free_fragmented_gpus: sum(partly.map((kind) => kind.nodes * kind.freeGpus)),
    max_fragmented_gpus: Math.max(0, ...partly.map((kind) => kind.freeGpus)),
    max_gpus: largestSize({
      largestNodeGpus: Math.max(...kinds.map((kind) => kind.gpus)),
      eightGpuNodes: sum(kinds.filter((kind) => kind.gpus === GPUS_PER_NODE).map((kind) => kind.nodes)),
    }),
    networks: first.networks,
    fits: Object.fromEntries(networks.map((network) => [network, fitsOf(network, startable)])),
    ...(first.shared ? { shared: true } : {}),
  };
}

function nodesLike(
  { nodes, gpus, freeGpus, infiniband, avoided }: Alike,
  { first, most }: { first: number; most: number },
): FreeNode[] {
  return Array.from({ length: Math.min(nodes, most) }, (_, number) => ({
    nodeId: first + number,
    nodeName: "",
    gpus,
    freeGpus: Array.from({ length: freeGpus }, (_free, gpu) => gpu),
    ibsActive: infiniband ? 1 : 0,
    fenced: false,
    avoided,
    busySince: null,
    freeBy: null,
  }));
}

function staffFigures(kinds: readonly Alike[]): { gpus_held: number; gpus_out_of_service: number } {
  const inService = kinds.filter((kind) => kind.inService);
  return {
    gpus_held: sum(inService.filter((kind) => kind.fenced).map((kind) => kind.nodes * kind.freeGpus)),
    gpus_out_of_service: sum(kinds.filter((kind) => !kind.inService).map((kind) => kind.nodes * kind.freeGpus)),
  };
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
