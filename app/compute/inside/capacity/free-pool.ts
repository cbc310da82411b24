import { GPUS_PER_NODE, type Network, NETWORKS, NETWORKS_WITH_PORT } from "~/compute/gpu-sizes";
import { meetsNeeds, type NodeMeans, type NodeNeeds } from "./node-needs";
import { RankSet } from "./rank-set";
import type { HoldOfRow } from "./hold";
import { emptyShelves, shelfOf, type Shelves } from "./shelves";

/** A healthy, enrolled Norm node of one cluster and GPU type (S1), as input of a placing decision. */
export interface FreeNode {
  nodeId: number;
  nodeName: string;
  /** GPUs the node has. */
  gpus: number;
  /** Ids of those that no placement holds, ascending. */
  freeGpus: number[];
  /** InfiniBand ports that are up (S7). */
  ibsActive: number;
  /** The waiting task for which it is fenced (S11); null or omitted: none. */
  fencedFor?: string | null;
  /** True if everybody avoids it, because tasks recently failed to start on it (S14). */
  avoided: boolean;
  /** Tenants that avoid it, because only their tasks failed; omitted: none. */
  avoidedBy?: readonly number[];
  /** Start of the oldest placement on it; null when nothing runs. */
  busySince: Date | null;
  /** Resources of the node other than GPUs; absent if none. */
  means?: NodeMeans;
  /** The requested images that it has; absent: none. */
  images?: readonly string[];
  /** Images for which its disk has no room; omitted: none. */
  withoutRoomFor?: readonly string[];
  /** Latest declared end of all tasks on it (S16); null if one has no declared end. */
  freeBy: Date | null;
  /** Tasks on it, at least the long ones of tenants that may get the hold (S11); omitted: none. */
  stays?: readonly Omit<StayOnNode, "until">[];
}

/** The facts about a task that a plan needs. */
export interface Stay {
  /** Omitted: nobody in particular. */
  tenantId?: number;
  from: Date;
  /** Latest declared end on it; null without one (S16). */
  until: Date | null;
}

/** A stay with its GPUs on one node. */
export interface StayOnNode extends Stay {
  gpus: number;
}

export interface GpuRequest {
  gpus: number;
  network: Network;
  /** Needs of the task other than GPUs; absent or null if none. */
  needs?: NodeNeeds | null;
  /**
   * Name of its image: a node without room for it is excluded (S14), and among equals a node that has it comes first
   * (S5). Omitted or null: all nodes are equal.
   */
  image?: string | null;
  /** Its tenant, which may avoid nodes (S14). Omitted: nobody in particular. */
  tenantId?: number;
  /** Acceptance of a task whose hold would fence more than few nodes of its row (S11). Omitted: few. */
  manySince?: Date;
}

/** The part of a task on one node. */
export interface Share {
  nodeId: number;
  gpus: number[];
  /** The other task for which the node is fenced, if this one is there because it ends in time (S16). */
  fenceOf?: string;
}

interface PooledNode extends FreeNode {
  rank: number;
}

/** The nodes that are fenced for one task. */
interface Fence {
  resvGuid: string;
  nodes: PooledNode[];
}

/** A set of the pool's fences, of which there are two at most: bit n is set if the n-th one is open to a task. */
export type OpenFences = number;

interface How {
  needs: NodeNeeds | null;
  /** Ranks of the nodes that have the image. */
  having: RankSet | undefined;
  excluded: ReadonlySet<number> | undefined;
}

/** The free GPUs of one row of capacity, kept by size so that best fit (S5) needs no scan over the nodes. */
export class FreePool {
  private readonly nodes: PooledNode[];
  private readonly byId: Map<number, PooledNode>;
  private readonly every: Shelves;
  private readonly withPort: Shelves;
  /** The nodes that have an image, by its name. */
  private readonly withImage = new Map<string, RankSet>();
  /** Ranks of those that have no room for an image, by its name. */
  private readonly withoutRoom = new Map<string, Set<number>>();
  /** Ranks of those that a tenant avoids. */
  private readonly avoidedBy = new Map<number, Set<number>>();
  private fences: Fence[] = [];
  /**
   * Refused sizes by the fences that are open: if a number of GPUs finds no place, a larger number finds none, since a plan
   * only takes GPUs.
   */
  private refused: Record<Network, number>[] = [];

  constructor(nodes: readonly FreeNode[]) {
    this.nodes = byName(nodes).map((node, rank) => ({ ...node, rank }));
    this.byId = new Map(this.nodes.map((node) => [node.nodeId, node]));
    this.every = emptyShelves(nodes.length);
    this.withPort = emptyShelves(nodes.length);
    for (const node of this.nodes) {
      if (node.fencedFor) this.fenceFor(node.fencedFor).nodes.push(node);
      else this.shelve(node);
      for (const image of node.images ?? []) this.noteImage(image, node);
      for (const image of node.withoutRoomFor ?? [])
        this.withoutRoom.set(image, (this.withoutRoom.get(image) ?? new Set()).add(node.rank));
      for (const tenantId of node.avoidedBy ?? [])
        this.avoidedBy.set(tenantId, (this.avoidedBy.get(tenantId) ?? new Set()).add(node.rank));
    }
  }

  /** Checks whether this number of GPUs is known to find no place outside the fences and inside the open ones. */
  refuses(gpus: number, network: Network, open: OpenFences = 0): boolean {
    return gpus >= (this.refused[open]?.[network] ?? Infinity);
  }

  /**
   * Finds nodes for the request outside the fences and inside the open ones, or null; takes nothing (S2, S4, S5, S7).
   */
  choose(request: GpuRequest, open: OpenFences = 0): Share[] | null {
    if (this.refuses(request.gpus, request.network, open)) return null;
    const chosen = open === 0 ? this.search(request) : this.searchInside(request, open);
    if (!chosen && this.asksGpusAlone(request)) (this.refused[open] ??= noRefusals())[request.network] = request.gpus;
    return chosen;
  }

  /** Checks whether every node with enough GPUs suits the request. */
  asksGpusAlone(request: Pick<GpuRequest, "needs" | "image" | "tenantId">): boolean {
    return !request.needs && !this.excludes(request);
  }

  /** Checks whether the request's image or tenant excludes nodes. */
  excludes(request: Pick<GpuRequest, "image" | "tenantId">): boolean {
    return this.excludedFor(request) !== undefined;
  }

  /** Ranks of nodes that do not suit the request; undefined: none. */
  private excludedFor({ image, tenantId }: Pick<GpuRequest, "image" | "tenantId">): ReadonlySet<number> | undefined {
    const full = image ? this.withoutRoom.get(image) : undefined;
    const avoided = tenantId === undefined ? undefined : this.avoidedBy.get(tenantId);
    return full && avoided ? new Set([...full, ...avoided]) : (full ?? avoided);
  }

  take(shares: readonly Share[], stay: Stay): void {
    for (const share of shares) {
      const node = this.byId.get(share.nodeId);
      if (!node) continue;
      this.unshelve(node);
      join(node, { ...stay, gpus: share.gpus.length });
      node.freeGpus = node.freeGpus.filter((gpu) => !share.gpus.includes(gpu));
      if (!node.fencedFor) this.shelve(node);
    }
  }

  /** Gives a node's GPUs back; `staying` is what goes on there. */
  release({ nodeId, gpus }: Share, staying: readonly StayOnNode[]): void {
    const node = this.byId.get(nodeId);
    if (!node) return;
    this.unshelve(node);
    node.freeGpus = [...node.freeGpus, ...gpus].sort((a, b) => a - b);
    node.busySince = null;
    node.freeBy = null;
    node.stays = [];
    for (const stay of staying) join(node, stay);
    if (!node.fencedFor) this.shelve(node);
  }

  /** Fences the nodes of these holds, which have none in common, and no others. */
  fence(holds: readonly HoldOfRow[]): void {
    for (const node of this.fences.flatMap(({ nodes }) => nodes)) {
      node.fencedFor = null;
      this.shelve(node);
    }
    this.fences = [];
    for (const { resvGuid, nodeIds } of holds) {
      const fence = this.fenceFor(resvGuid);
      for (const node of nodeIds.flatMap((nodeId) => this.byId.get(nodeId) ?? [])) {
        fence.nodes.push(node);
        node.fencedFor = resvGuid;
        this.unshelve(node);
      }
    }
    this.refused = [];
  }

  /** Returns the fence of that task's own hold. */
  ownFence(resvGuid: string): OpenFences {
    for (let at = 0; at < this.fences.length; at += 1) if (this.fences[at]?.resvGuid === resvGuid) return 1 << at;
    return 0;
  }

  /** Returns the fences inside which something runs until then or later, and everything has a declared end (S16). */
  fencesInUseUntil(at: Date): OpenFences {
    let open = 0;
    for (const [index, { nodes }] of this.fences.entries()) {
      const freeBy = latestEnd(nodes);
      if (freeBy !== null && freeBy >= at) open |= 1 << index;
    }
    return open;
  }

  private fenceFor(resvGuid: string): Fence {
    const known = this.fences.find((fence) => fence.resvGuid === resvGuid);
    const fence = known ?? { resvGuid, nodes: [] };
    if (!known) this.fences.push(fence);
    return fence;
  }

  /** Counts the wholly free nodes of a size outside the fences. */
  countWhole(gpus: number): number {
    return this.every.whole[gpus]?.size ?? 0;
  }

  /** Returns a node in its present state. */
  get(nodeId: number): FreeNode | undefined {
    return this.byId.get(nodeId);
  }

  /** Lists all nodes in their present state, fenced and full ones included. */
  list(): readonly FreeNode[] {
    return this.nodes;
  }

  /** Lists the nodes outside the fences that come into question for a request: only one has its local volume. */
  listOpen({ needs }: GpuRequest): readonly FreeNode[] {
    const nodes =
      needs && needs.nodeId !== null ? [this.byId.get(needs.nodeId)].flatMap((one) => one ?? []) : this.nodes;
    return this.fences.length === 0 ? nodes : nodes.filter(({ fencedFor }) => !fencedFor);
  }

  private searchInside(request: GpuRequest, open: OpenFences): Share[] | null {
    const opened = this.fences.flatMap(({ nodes }, at) => (open & (1 << at) ? nodes : []));
    for (const node of opened) this.shelve(node);
    const chosen = this.search(request);
    for (const node of opened) this.unshelve(node);
    return chosen;
  }

  private search(request: GpuRequest): Share[] | null {
    const { gpus, network, needs = null, image = null } = request;
    const shelves = NETWORKS_WITH_PORT.includes(network) ? this.withPort : this.every;
    const having = image === null ? undefined : this.withImage.get(image);
    const excluded = this.excludedFor(request);
    const how = { needs, having, excluded };
    return gpus > GPUS_PER_NODE
      ? this.chooseGang(shelves, gpus / GPUS_PER_NODE, how)
      : this.chooseOne(shelves, gpus, how);
  }

  /** Returns the first nodes of a set that have enough: those with the image before the others, else by name. */
  private first(set: RankSet | undefined, count: number, how: How): PooledNode[] {
    if (!set) return [];
    const { needs, having, excluded } = how;
    const most = needs || excluded ? set.size : count;
    const ranks = having ? new Set([...set.lowest(most, having), ...set.lowest(most)]) : set.lowest(most);
    const nodes = [...ranks].flatMap((rank) => this.nodes[rank] ?? []);
    return nodes.filter((node) => suits(node, how)).slice(0, count);
  }

  /** Returns the node of a set that has been in use longest: among those with the image if one suits, else among all. */
  private longestInUse(set: RankSet, how: How): PooledNode | undefined {
    for (const within of how.having ? [how.having, undefined] : [undefined]) {
      let longest: PooledNode | undefined;
      for (const rank of set.lowest(set.size, within)) {
        const node = this.nodes[rank];
        if (node && (!longest || inUseBefore(node, longest)) && suits(node, how)) longest = node;
      }
      if (longest) return longest;
    }
    return undefined;
  }

  private noteImage(image: string, { rank }: PooledNode): void {
    const having = this.withImage.get(image) ?? new RankSet(this.nodes.length);
    having.add(rank);
    this.withImage.set(image, having);
  }

  private chooseOne({ partly, whole }: Shelves, gpus: number, how: How): Share[] | null {
    const chosen =
      firstOf(partly.slice(gpus), (set) => this.longestInUse(set, how)) ??
      firstOf(whole.slice(gpus), (set) => this.first(set, 1, how)[0]);
    return chosen ? [{ nodeId: chosen.nodeId, gpus: chosen.freeGpus.slice(0, gpus) }] : null;
  }

  private chooseGang({ whole }: Shelves, nodeCount: number, how: How): Share[] | null {
    const nodes = this.first(whole[GPUS_PER_NODE], nodeCount, how);
    if (nodes.length < nodeCount) return null;
    return nodes.map(({ nodeId, freeGpus }) => ({ nodeId, gpus: [...freeGpus] }));
  }

  private shelve(node: PooledNode): void {
    if (node.avoided) return;
    shelfOf(this.every, node)?.add(node.rank);
    if (node.ibsActive >= 1) shelfOf(this.withPort, node)?.add(node.rank);
  }

  private unshelve(node: PooledNode): void {
    shelfOf(this.every, node)?.delete(node.rank);
    if (node.ibsActive >= 1) shelfOf(this.withPort, node)?.delete(node.rank);
  }
}

function suits(node: PooledNode, { needs, excluded }: How): boolean {
  return (!needs || meetsNeeds(needs, node)) && !excluded?.has(node.rank);
}

function inUseBefore(a: PooledNode, b: PooledNode): boolean {
  return a.busySince !== null && (b.busySince === null || a.busySince < b.busySince);
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

/** Notes a stay in the times of its node. */
function join(node: PooledNode, stay: StayOnNode): void {
  const { from, until } = stay;
  node.stays = [...(node.stays ?? []), stay];
  node.freeBy = node.busySince === null ? until : laterEnd(node.freeBy, until);
  if (node.busySince === null || from < node.busySince) node.busySince = from;
}

/** Latest declared end of everything on the nodes; null when nothing runs there, or one is unknown (S16). */
function latestEnd(nodes: readonly FreeNode[]): Date | null {
  let latest: Date | null = null;
  for (const node of nodes) {
    if (node.busySince === null) continue;
    if (node.freeBy === null) return null;
    if (latest === null || node.freeBy > latest) latest = node.freeBy;
  }
  return latest;
}

function noRefusals(): Record<Network, number> {
  return Object.fromEntries(NETWORKS.map((network) => [network, Infinity])) as Record<Network, number>;
}

/** Returns the later end; null is an unknown end. */
function laterEnd(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return null;
  return a > b ? a : b;
}

function byName(nodes: readonly FreeNode[]): FreeNode[] {
  return [...nodes].sort((a, b) => (a.nodeName < b.nodeName ? -1 : 1));
}
