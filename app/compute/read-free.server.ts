import { db } from "~/platform/db.server";
import { GPU_CHOICES, GPUS_PER_NODE, largestSize, NETWORKS, type Network } from "./gpu-sizes";
import type { FreeNode } from "./inside/capacity/free-pool";
import { groupBy } from "~/platform/group-by";
import { fitsOf } from "./inside/capacity/placement";
import { avoidedSince } from "./inside/capacity/read-row.server";
import { HOLD_OF_NODE, NODE_AVOIDED, NODE_FENCED, NODE_IN_SERVICE } from "./capacity-sql.server";

const NODES_OF_LARGEST = Math.max(...GPU_CHOICES) / GPUS_PER_NODE;

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
  /** Staff only: free GPUs inside the fence of a hold. */
  gpus_held?: number;
  /** GPUs of nodes that take no placements; staff only. */
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
}

/**
 * Free capacity now, in the order of the clusters. `staff` adds held and out-of-service GPUs, and the rows that are
 * hidden from everybody else.
 */
export async function readFree({ now, staff = false }: { now: Date; staff?: boolean }): Promise<FreeRow[]> {
  const shown = (await readAlike(now)).filter(({ hidden }) => staff || !hidden);
  const rows = groupBy(shown, (alike) => `${alike.clusterName}:${alike.gpuType}`);
  return [...rows.values()].flatMap((kinds) => {
    const row = freeRow(kinds);
    return row ? [staff ? { ...row, ...staffFigures(kinds) } : row] : [];
  });
}

/** The database counts the nodes: a fleet has thousands of them and some dozen kinds, and this is read for many screens. */
async function readAlike(now: Date): Promise<Alike[]> {
  return await db.query<Alike>(
    `select n.cluster_name as "clusterName", n.gpu_type as "gpuType", c.networks, count(*)::int as nodes, n.gpus,
       n.gpus - coalesce(held.gpus, 0)::int as "freeGpus", n.ibs_active >= 1 as infiniband, ${NODE_FENCED} as fenced,
       ${NODE_AVOIDED} as avoided, (${NODE_IN_SERVICE}) as "inService",
       price.gpu_type is not null and price.hidden_at is null and c.hidden_at is null as rentable,
       (price.hidden_at is not null or c.hidden_at is not null) as hidden
     from node n left join (select node_id, count(*) as gpus from held_gpu group by node_id) held on held.node_id = n.id
     left join ${HOLD_OF_NODE}
     join cluster c on c.name = n.cluster_name
     left join price on price.gpu_type = n.gpu_type
     where n.retired_at is null and n.pilot_of is null
     group by 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, c.position, c.name
     order by c.position, c.name, n.gpu_type`,
    [avoidedSince(now)],
  );
}

function freeRow(kinds: readonly Alike[]): FreeRow | null {
  const [first] = kinds;
  if (!first) return null;
  const open = kinds.filter((kind) => kind.inService && !kind.fenced);
  const whole = open.filter((kind) => kind.freeGpus === kind.gpus);
  const partly = open.filter((kind) => kind.freeGpus < kind.gpus);
  const startable = (first.rentable ? open : []).flatMap(someOf);
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
  };
}

/** Limits nodes to the number that the largest task takes: more nodes change no result. */
function someOf({ nodes, gpus, freeGpus, infiniband, avoided }: Alike, kind: number): FreeNode[] {
  return Array.from({ length: Math.min(nodes, NODES_OF_LARGEST) }, (_, number) => ({
    nodeId: kind * NODES_OF_LARGEST + number,
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
    gpus_out_of_service: sum(kinds.filter((kind) => !kind.inService).map((kind) => kind.nodes * kind.gpus)),
  };
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
