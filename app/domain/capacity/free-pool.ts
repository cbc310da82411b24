import { FRAGMENT_LIMIT_GPUS, GPUS_PER_NODE, type Network } from "./constants";
import { RankSet } from "./rank-set";

/** A healthy, enrolled Norm node of one cluster and GPU type (S1) as a placing decision sees it. */
export interface FreeNode {
  nodeId: number;
  nodeName: string;
  /** GPUs the node has. */
  gpus: number;
  /** Ids of those that no placement holds, ascending. */
  freeGpus: number[];
  /** InfiniBand ports that are up (S7). */
  ibsActive: number;
  /** Inside the fence of a hold (S11). */
  fenced: boolean;
  /** A task failed to start on it a short while ago (S14). */
  avoided: boolean;
}

export interface GpuRequest {
  gpus: number;
  network: Network;
}

/** The part of a task on one node. */
export interface Share {
  nodeId: number;
  gpus: number[];
}

interface PooledNode extends FreeNode {
  rank: number;
}

/** Nodes by how many GPUs they have free; a member is the node's rank in the order of names. */
interface Shelves {
  whole: RankSet[];
  partly: RankSet[];
}

const LARGEST_NODE_GPUS = 16;

/** The free GPUs of one row of capacity, kept by size so that best fit (S5) needs no scan over the nodes. */
export class FreePool {
  private readonly nodes: PooledNode[];
  private readonly byId: Map<number, PooledNode>;
  private readonly every: Shelves;
  private readonly withInfiniband: Shelves;

  constructor(nodes: readonly FreeNode[]) {
    this.nodes = [...nodes]
      .sort((a, b) => (a.nodeName < b.nodeName ? -1 : 1))
      .map((node, rank) => ({ ...node, rank }));
    this.byId = new Map(this.nodes.map((node) => [node.nodeId, node]));
    this.every = emptyShelves(nodes.length);
    this.withInfiniband = emptyShelves(nodes.length);
    for (const node of this.nodes) if (!node.fenced) this.shelve(node);
  }

  /** Where the request goes outside the fence, or null; nothing is taken (S2, S4, S5, S7). */
  choose(request: GpuRequest): Share[] | null {
    const shelves = request.network === "infiniband" ? this.withInfiniband : this.every;
    return request.gpus > GPUS_PER_NODE
      ? this.chooseGang(shelves, request.gpus / GPUS_PER_NODE)
      : this.chooseOne(shelves, request.gpus);
  }

  /** The same with the fenced nodes too: only for the task that holds them. */
  chooseInsideFence(request: GpuRequest): Share[] | null {
    const fenced = this.nodes.filter((node) => node.fenced);
    for (const node of fenced) this.shelve(node);
    const chosen = this.choose(request);
    for (const node of fenced) this.unshelve(node);
    return chosen;
  }

  take(shares: readonly Share[]): void {
    for (const share of shares) {
      const node = this.byId.get(share.nodeId);
      if (!node) continue;
      this.unshelve(node);
      node.freeGpus = node.freeGpus.filter((gpu) => !share.gpus.includes(gpu));
      if (!node.fenced) this.shelve(node);
    }
  }

  /** Makes these nodes the fence, and no others. */
  fence(nodeIds: readonly number[]): void {
    for (const node of this.nodes) {
      this.unshelve(node);
      node.fenced = nodeIds.includes(node.nodeId);
      if (!node.fenced) this.shelve(node);
    }
  }

  /** All nodes as they are now, fenced and full ones included. */
  list(): readonly FreeNode[] {
    return this.nodes;
  }

  private chooseOne(shelves: Shelves, gpus: number): Share[] | null {
    const order =
      gpus < FRAGMENT_LIMIT_GPUS ? [shelves.partly, shelves.whole] : [shelves.whole, shelves.partly];
    for (const sets of order) {
      for (const set of sets.slice(gpus)) {
        const node = this.nodes[set.lowest(1)[0] ?? -1];
        if (node) return [{ nodeId: node.nodeId, gpus: node.freeGpus.slice(0, gpus) }];
      }
    }
    return null;
  }

  private chooseGang(shelves: Shelves, nodeCount: number): Share[] | null {
    const ranks = shelves.whole[GPUS_PER_NODE]?.lowest(nodeCount) ?? [];
    if (ranks.length < nodeCount) return null;
    return ranks.flatMap((rank) => {
      const node = this.nodes[rank];
      return node ? [{ nodeId: node.nodeId, gpus: [...node.freeGpus] }] : [];
    });
  }

  private shelve(node: PooledNode): void {
    if (node.avoided) return;
    for (const set of this.setsOf(node)) set.add(node.rank);
  }

  private unshelve(node: PooledNode): void {
    for (const set of this.setsOf(node)) set.delete(node.rank);
  }

  private setsOf(node: PooledNode): RankSet[] {
    const free = node.freeGpus.length;
    const shelves = node.ibsActive >= 1 ? [this.every, this.withInfiniband] : [this.every];
    return shelves.flatMap((one) => (free === node.gpus ? one.whole : one.partly)[free] ?? []);
  }
}

function emptyShelves(nodeCount: number): Shelves {
  const sets = () => Array.from({ length: LARGEST_NODE_GPUS + 1 }, () => new RankSet(nodeCount));
  return { whole: sets(), partly: sets() };
}
