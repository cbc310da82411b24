import type { FreePool, GpuRequest } from "./free-pool";
import { isFunded, type Terms } from "./decide";
import {
  chooseHold,
  claimOf,
  fewOf,
  type HoldOfRow,
  isBlockedByOwn,
  mayHold,
  nextStepOf,
  suits,
  suitsFew,
} from "./hold";
import { GPUS_PER_NODE, type Network } from "~/compute/gpu-sizes";
import { counterOfGpusBefore, type GpusInUse } from "./queue-order";
import { requestOf, type WaitingTask } from "./waiting-task";

interface Queue {
  waiting: readonly WaitingTask[];
  inUse: GpusInUse;
}

/**
 * The holds of a row during a plan: one of a task that few nodes suit, and one of another task (S11). The pool's fences
 * are theirs.
 */
export class RowHolds {
  /** By the answer to: do few nodes suit the task? */
  private readonly holds = new Map<boolean, HoldOfRow>();

  constructor(
    private readonly queue: Queue,
    private readonly terms: Terms,
    private readonly placed: ReadonlySet<WaitingTask>,
  ) {
    // A kept pool has the last plan's fences, inside which a task seems not to fit.
    terms.pool.fence([]);
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
    this.terms.pool.fence(this.list());
  }

  /**
   * Keeps earlier holds, with newly chosen nodes, unless their task can no longer be served. The stronger claim, as of the
   * end of the present step, chooses first.
   */
  keep(earlier: readonly HoldOfRow[]): void {
    if (earlier.length === 0) return;
    const before = new Map(earlier.map(({ resvGuid, nodeIds }) => [resvGuid, nodeIds]));
    const at = new Date(nextStepOf(this.terms.now));
    const gpusBefore = counterOfGpusBefore(this.queue.inUse);
    const claims = this.queue.waiting.flatMap((task) => {
      const gpus = gpusBefore(task);
      return before.has(task.resvGuid) && isFunded(task, this.terms) ? { task, claim: claimOf(task, gpus, at) } : [];
    });
    for (const { task } of claims.toSorted((one, other) => other.claim - one.claim)) {
      const few = suitsFew(requestOf(task), this.terms.pool.list());
      if (!this.holds.has(few)) this.give(few, task, before.get(task.resvGuid));
    }
  }

  /**
   * Gives each hold that nobody has to the strongest claim among the tasks that may have it, are funded and do not fit
   * (S11). If the other hold leaves that task too few nodes, nobody gets it: a weaker claim would take its turn.
   */
  fill(): void {
    if (this.holds.size === 2) return;
    const { now } = this.terms;
    const kinds = new Kinds(this.terms.pool, now);
    const gpusBefore = counterOfGpusBefore(this.queue.inUse);
    const strongest = new Map<boolean, { few: boolean; task: WaitingTask; claim: number }>();
    for (const task of this.queue.waiting) {
      if (this.placed.has(task)) continue;
      const gpus = gpusBefore(task);
      if (!mayHold(task, now, this.terms.rules)) continue;
      const claim = claimOf(task, gpus, now);
      const leads = (few: boolean) => !this.holds.has(few) && claim > (strongest.get(few)?.claim ?? 0);
      if (!leads(true) && !leads(false)) continue;
      const kind = kinds.of(task);
      const { few } = kind;
      if (leads(few) && kinds.needsHold(kind, task) && isFunded(task, this.terms))
        strongest.set(few, { few, task, claim });
    }
    const claims = [true, false].flatMap((few) => strongest.get(few) ?? []);
    for (const { few, task } of claims.toSorted((one, other) => other.claim - one.claim)) this.give(few, task);
  }

  private give(few: boolean, task: WaitingTask, before: readonly number[] = []): void {
    const { pool, now } = this.terms;
    const nodes = pool.list().filter(({ fencedFor }) => !fencedFor);
    const nodeIds = chooseHold(requestOf(task), nodes, now, before);
    if (!nodeIds) return;
    this.holds.set(few, { resvGuid: task.resvGuid, nodeIds });
    pool.fence(this.list());
  }
}

/** Facts about equal requests. */
interface Kind {
  request: GpuRequest;
  few: boolean;
  /** The nodes that a hold would fence; null if the request fits or too few nodes suit it, undefined if not yet known. */
  nodeIds?: number[] | null;
}

/** The kinds of tasks of a queue. Each answer is found once. */
class Kinds {
  private readonly known = new Map<string, Kind>();
  private readonly rooms = new Map<string, readonly number[]>();
  private readonly ofGpus: Partial<Record<Network, Kind[]>> = {};

  constructor(
    private readonly pool: FreePool,
    private readonly now: Date,
  ) {}

  of(task: WaitingTask): Kind {
    const { gpusMin: gpus, network } = task;
    // Thousands of tasks ask for GPUs alone.
    const ofGpus = (this.ofGpus[network] ??= []);
    if (this.pool.asksGpusAlone(task)) return (ofGpus[gpus] ??= this.make({ gpus, network }));
    return this.ofRequest(requestOf(task));
  }

  /** False if the task fits outside the fences, or if too few nodes suit it, fenced ones included. */
  needsHold(kind: Kind, { tenantId }: WaitingTask): boolean {
    const isBlocked = (nodeId: number) => {
      const node = this.pool.get(nodeId);
      return node !== undefined && isBlockedByOwn({ ...kind.request, tenantId }, node, this.now);
    };
    const nodeIds = this.holdOf(kind);
    // Few tenants have a long task on just these nodes.
    return (nodeIds?.some(isBlocked) ? this.holdOf(this.ofRequest({ ...kind.request, tenantId })) : nodeIds) !== null;
  }

  private ofRequest(request: GpuRequest): Kind {
    const key = JSON.stringify(request);
    const known = this.known.get(key) ?? this.make(request);
    this.known.set(key, known);
    return known;
  }

  private make(request: GpuRequest): Kind {
    const { gpus, needs } = request;
    const nodes = this.pool.list();
    if (!needs?.localGb) return { request, few: suitsFew(request, nodes) };
    const rooms = this.roomsFor({ ...request, needs: { ...needs, localGb: 1 } });
    const hasRoom = (others: number) => (rooms[others] ?? 0) >= needs.localGb;
    const few = !hasRoom(fewOf(nodes));
    return hasRoom(Math.ceil(gpus / GPUS_PER_NODE) - 1) ? { request, few } : { request, few, nodeIds: null };
  }

  /** Lists the room for local volumes of each node that suits the smallest one, the most first: all sizes share the list. */
  private roomsFor(smallest: GpuRequest): readonly number[] {
    const key = JSON.stringify(smallest);
    const known = this.rooms.get(key);
    if (known) return known;
    const nodes = this.pool.list().filter((node) => suits(smallest, node));
    const rooms = nodes.map(({ means }) => means?.volumeRoomGb ?? 0).sort((one, other) => other - one);
    this.rooms.set(key, rooms);
    return rooms;
  }

  private holdOf(kind: Kind): number[] | null {
    const { request } = kind;
    const nodeId = request.needs?.nodeId ?? null;
    const nodes = () => (nodeId === null ? this.pool.list() : [this.pool.get(nodeId)].flatMap((node) => node ?? []));
    if (kind.nodeIds === undefined)
      kind.nodeIds = this.pool.choose(request) ? null : chooseHold(request, nodes(), this.now);
    return kind.nodeIds;
  }
}
