import { db } from "~/db.server";
import { NETWORKS, type Network } from "~/domain/pricing/sizes";
import type { FreeNode } from "./free-pool";
import { groupBy } from "~/domain/group-by";
import { fitsOf } from "./placement";
import { avoidedSince, freeGpus } from "./read-row.server";
import { FREE_NODE_COLUMNS, FREE_NODES, NODE_IN_SERVICE } from "./row-sql.server";

/** A row of `GET /v1/free` (S1), one for each cluster and GPU type. */
export interface FreeRow {
  cluster_name: string;
  gpu_type: string;
  free_nodes: number;
  free_gpus: number;
  free_fragmented_gpus: number;
  max_fragmented_gpus: number;
  networks: string[];
  /** By network, the GPU choices that would start now (S3). */
  fits: Partial<Record<Network, number[]>>;
  /** Staff only: free GPUs inside the fence of a hold. */
  gpus_held?: number;
  /** Staff only: GPUs of nodes that take no placements. */
  gpus_out_of_service?: number;
}

interface NodeInRow extends FreeNode {
  clusterName: string;
  gpuType: string;
  networks: string[];
  inService: boolean;
  /** Its type has a price, and neither type nor cluster is hidden (A20). */
  rentable: boolean;
  hidden: boolean;
}

/**
 * Free capacity now, in the order of the clusters. `staff` adds what is held and what is out of service, and the rows that
 * are hidden from everybody else.
 */
export async function readFree({ now, staff = false }: { now: Date; staff?: boolean }): Promise<FreeRow[]> {
  const shown = (await readAllNodes(now)).filter(({ hidden }) => staff || !hidden);
  const rows = groupBy(shown, (node) => `${node.clusterName}:${node.gpuType}`);
  return [...rows.values()].flatMap((nodes) => {
    const row = freeRow(nodes);
    return row ? [staff ? { ...row, ...staffFigures(nodes) } : row] : [];
  });
}

async function readAllNodes(now: Date): Promise<NodeInRow[]> {
  const rows = await db.query<Omit<NodeInRow, "freeGpus"> & { held: number[] | null }>(
    `select ${FREE_NODE_COLUMNS}, n.cluster_name as "clusterName", n.gpu_type as "gpuType", c.networks,
       (${NODE_IN_SERVICE}) as "inService",
       price.gpu_type is not null and price.hidden_at is null and c.hidden_at is null as rentable,
       (price.hidden_at is not null or c.hidden_at is not null) as hidden
     from ${FREE_NODES}
     join cluster c on c.name = n.cluster_name
     left join price on price.gpu_type = n.gpu_type
     where n.retired_at is null
     order by c.position, c.name, n.gpu_type`,
    [avoidedSince(now)],
  );
  return rows.map(({ held, ...node }) => ({ ...node, freeGpus: freeGpus(node.gpus, held) }));
}

function freeRow(nodes: readonly NodeInRow[]): FreeRow | null {
  const [first] = nodes;
  if (!first) return null;
  const open = nodes.filter((node) => node.inService && !node.fenced);
  const whole = open.filter((node) => node.freeGpus.length === node.gpus);
  const fragments = open.filter((node) => node.freeGpus.length < node.gpus).map((node) => node.freeGpus.length);
  const startable = first.rentable ? open : [];
  const networks = NETWORKS.filter((network) => first.networks.includes(network));
  return {
    cluster_name: first.clusterName,
    gpu_type: first.gpuType,
    free_nodes: whole.length,
    free_gpus: sum(whole.map((node) => node.gpus)),
    free_fragmented_gpus: sum(fragments),
    max_fragmented_gpus: Math.max(0, ...fragments),
    networks: first.networks,
    fits: Object.fromEntries(networks.map((network) => [network, fitsOf(network, startable)])),
  };
}

function staffFigures(nodes: readonly NodeInRow[]): { gpus_held: number; gpus_out_of_service: number } {
  const inService = nodes.filter((node) => node.inService);
  return {
    gpus_held: sum(inService.filter((node) => node.fenced).map((node) => node.freeGpus.length)),
    gpus_out_of_service: sum(nodes.filter((node) => !node.inService).map((node) => node.gpus)),
  };
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
