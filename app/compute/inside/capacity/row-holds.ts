import type { FreePool, GpuRequest } from "./free-pool";
import { isFunded, type Terms } from "./decide";
import {
  chooseHold,
  claimOf,
  fewOf,
  type HoldOfRow,
  isBlockedByOwn,
  mayHold,
  needsMany,
  nextStepOf,
  suitsFew,
} from "./hold";
import type { Network } from "~/compute/gpu-sizes";
import { counterOfGpusBefore, type GpusInUse } from "./queue-order";
import { requestOf, type WaitingTask } from "./waiting-task";

interface Queue {
  waiting: readonly WaitingTask[];
  inUse: GpusInUse;
}

interface Claim {
  task: WaitingTask;
  strength: number;
}

/**
 * The holds of a row during a plan: one of a task that few nodes suit, and one of another task (S11). The pool's fences
 * are theirs.
 */
export class RowHolds {
  /** By the answer to: do few nodes suit the task? */
  private readonly holds = new Map<boolean, HoldOfRow>();
  /** Tasks that were placed when the holds were given. */
  private placedBefore = 0;
  private readonly kinds: Kinds;

  constructor(
    private readonly queue: Queue,
    private readonly terms: Terms,
    private readonly placed: ReadonlySet<WaitingTask>,
  ) {
    this.kinds = new Kinds(terms.pool, terms.now);
  }

  list(): HoldOfRow[] {
    return [...this.holds.values()];
  }

  has({ resvGuid }: WaitingTask): boolean {
    for (const hold of this.holds.values()) if (hold.resvGuid === resvGuid) return true;
    return false;
  }

  /** Ends the hold of a task that starts. */
  end({ resvGuid }: WaitingTask): void {
    for (const [few, hold] of this.holds) if (hold.resvGuid === resvGuid) this.holds.delete(few);
    this.fenceAll();
  }

  /**
   * Gives the row's holds (S11). A strongest claim whose kind has none has its choice first, then those that had holds
   * before, the stronger first, with newly chosen nodes. A hold that is left goes to the strongest claim that finds its
   * nodes outside the other fence.
   */
  give(earlier: readonly HoldOfRow[]): void {
    this.holds.clear();
    this.fenceAll();
    this.placedBefore = this.placed.size;
    const before = new Map(earlier.map(({ resvGuid, nodeIds }) => [resvGuid, nodeIds]));
    const claims = this.claims(before);
    const isHolder = ({ task }: Claim) => before.has(task.resvGuid) && isFunded(task, this.terms);
    const holders = before.size === 0 ? [] : claims.filter(isHolder).toSorted(byStrength);
    const held = new Set(holders.map(({ task }) => this.kinds.of(task).few));
    const challenger = held.size === 1 ? this.strongest(claims, (few) => !held.has(few)) : null;
    if (challenger && holders.every(({ strength }) => strength < challenger.strength)) this.fence(challenger);
    for (const holder of holders) this.fence(holder, before.get(holder.task.resvGuid));
    for (let turn = this.holds.size; turn < 2; turn += 1) {
      const next = this.strongest(claims, (few) => !this.holds.has(few));
      if (!next) return;
      this.fence(next);
    }
  }

  /** Gives holds again after placements of the plan, unless both are still there. */
  giveAgain(): void {
    if (this.holds.size < 2 && this.placed.size > this.placedBefore) this.give(this.list());
  }

  private strongest(claims: readonly Claim[], isVacant: (few: boolean) => boolean): Claim | null {
    const { now, rules } = this.terms;
    let best: Claim | null = null;
    for (const claim of claims) {
      const { task, strength } = claim;
      // A kind costs a look at each node, and most claims are weaker than the best so far.
      if ((best && strength <= best.strength) || !mayHold(task, now, rules)) continue;
      const kind = this.kinds.of(task);
      if (!isVacant(kind.few) || !this.mayFence(this.kinds.holdOf(kind, task))) continue;
      if (isFunded(task, this.terms)) best = claim;
    }
    return best;
  }

  /**
   * Lists the claims of tasks that may have a hold or had one, as of the end of the present step: no time alone moves a hold
   * sooner.
   */
  private claims(before: ReadonlyMap<string, unknown>): Claim[] {
    const { now, rules } = this.terms;
    const at = new Date(nextStepOf(now));
    const gpusBefore = counterOfGpusBefore(this.queue.inUse);
    const claims: Claim[] = [];
    for (const task of this.queue.waiting) {
      if (this.placed.has(task)) continue;
      const gpus = gpusBefore(task);
      if (mayHold(task, now, rules) || before.has(task.resvGuid))
        claims.push({ task, strength: claimOf(task, gpus, at) });
    }
    return claims;
  }

  private fence({ task }: Claim, before: readonly number[] = []): void {
    const { few, request: kind } = this.kinds.of(task);
    if (this.holds.has(few)) return;
    const request = { ...kind, ...requestOf(task) };
    const nodeIds = chooseHold(request, this.terms.pool.listOpen(request), this.terms.now, before);
    if (!nodeIds || !this.mayFence(nodeIds)) return;
    this.holds.set(few, { resvGuid: task.resvGuid, nodeIds });
    this.fenceAll();
  }

  private fenceAll(): void {
    this.terms.pool.fence(this.list());
    this.kinds.forgetNodes();
  }

  /** Two fences together have few of the row's nodes, so that a gang's large fence leaves the others to everybody. */
  private mayFence(nodeIds: readonly number[] | null): boolean {
    const [other] = this.holds.values();
    if (!nodeIds || !other) return nodeIds !== null;
    return nodeIds.length + other.nodeIds.length <= fewOf(this.terms.pool.list());
  }
}

function byStrength(one: Claim, other: Claim): number {
  return other.strength - one.strength;
}

/** Facts about equal requests. */
interface Kind {
  request: GpuRequest;
  few: boolean;
  /** The nodes that a hold would fence; null if the request fits or too few nodes suit it, undefined if not yet known. */
  nodeIds: number[] | null | undefined;
}

/** The kinds of tasks of a queue. Each answer is found once. */
class Kinds {
  private readonly all: Kind[] = [];
  private readonly known = new Map<string, Kind>();
  private readonly ofGpus: Partial<Record<Network, Kind[]>> = {};

  constructor(
    private readonly pool: FreePool,
    private readonly now: Date,
  ) {}

  of(task: WaitingTask): Kind {
    const { gpusMin: gpus, network, needs, acceptedAt: manySince } = task;
    if (needsMany(gpus, this.pool.list())) return this.ofRequest({ ...requestOf(task), manySince });
    if (this.pool.excludes(task)) return this.ofRequest(requestOf(task));
    if (needs) return this.ofRequest({ gpus, network, needs });
    // Thousands of tasks ask for GPUs alone.
    const ofGpus = (this.ofGpus[network] ??= []);
    return (ofGpus[gpus] ??= this.make({ gpus, network }));
  }

  /** Forgets what depends on fences and free GPUs. */
  forgetNodes(): void {
    for (const kind of this.all) kind.nodeIds = undefined;
  }

  /** Returns nodes that a hold could fence; null if the task fits outside the fences, or too few nodes there suit it. */
  holdOf(kind: Kind, { tenantId }: WaitingTask): number[] | null {
    const nodeIds = this.nodesOf(kind);
    const isBlocked = (nodeId: number) => {
      const node = this.pool.get(nodeId);
      return node !== undefined && isBlockedByOwn({ ...kind.request, tenantId }, node, this.now);
    };
    // Few tenants have a long task on just these nodes.
    return nodeIds?.some(isBlocked) ? this.nodesOf(this.ofRequest({ ...kind.request, tenantId })) : nodeIds;
  }

  private ofRequest(request: GpuRequest): Kind {
    const key = JSON.stringify(request);
    const known = this.known.get(key) ?? this.make(request);
    this.known.set(key, known);
    return known;
  }

  private make(request: GpuRequest): Kind {
    const kind: Kind = { request, few: suitsFew(request, this.pool.list()), nodeIds: undefined };
    this.all.push(kind);
    return kind;
  }

  private nodesOf(kind: Kind): number[] | null {
    const { request } = kind;
    if (kind.nodeIds === undefined)
      kind.nodeIds = this.pool.choose(request) ? null : chooseHold(request, this.pool.listOpen(request), this.now);
    return kind.nodeIds;
  }
}
