import type { FreePool, GpuRequest } from "./free-pool";
import { isFunded, type Terms } from "./decide";
import { chooseHold, claimOf, type HoldOfRow, isBlockedByOwn, mayHold, suitsFew } from "./hold";
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
   * Keeps earlier holds, with newly chosen nodes, unless their task can no longer be served. The one of a task that few
   * nodes suit chooses first.
   */
  keep(earlier: readonly HoldOfRow[]): void {
    const before = new Map(earlier.map(({ resvGuid, nodeIds }) => [resvGuid, nodeIds]));
    const tasks = before.size === 0 ? [] : this.queue.waiting.filter(({ resvGuid }) => before.has(resvGuid));
    const nodes = this.terms.pool.list();
    for (const few of [true, false]) {
      const task = tasks.find((one) => isFunded(one, this.terms) && suitsFew(requestOf(one), nodes) === few);
      if (task) this.give(few, task, before.get(task.resvGuid));
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
      const kind = kinds.of(task);
      const few = kinds.suitsFew(kind);
      const claim = claimOf(task, gpus, now);
      if (this.holds.has(few) || claim <= (strongest.get(few)?.claim ?? 0)) continue;
      if (kinds.needsHold(kind, task) && isFunded(task, this.terms)) strongest.set(few, { few, task, claim });
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

/** Answers about requests, found once for all that are equal. */
class Kinds {
  private readonly few = new Map<string, boolean>();
  private readonly holds = new Map<string, number[] | null>();

  constructor(
    private readonly pool: FreePool,
    private readonly now: Date,
  ) {}

  /** Returns the part of a task's request that decides which nodes suit it. */
  of(task: WaitingTask): GpuRequest {
    const request = requestOf(task);
    const { gpus, network } = request;
    return this.pool.asksGpusAlone(request) ? { gpus, network } : request;
  }

  suitsFew(kind: GpuRequest): boolean {
    return once(this.few, kind, () => suitsFew(kind, this.pool.list()));
  }

  /** False if the task fits outside the fences, or if too few nodes suit it, fenced ones included. */
  needsHold(kind: GpuRequest, { tenantId }: WaitingTask): boolean {
    const nodeIds = this.holdOf(kind);
    const isBlocked = (nodeId: number) => {
      const node = this.pool.get(nodeId);
      return node !== undefined && isBlockedByOwn({ ...kind, tenantId }, node, this.now);
    };
    // Few tenants have a long task on just these nodes.
    return (nodeIds?.some(isBlocked) ? this.holdOf({ ...kind, tenantId }) : nodeIds) !== null;
  }

  private holdOf(kind: GpuRequest): number[] | null {
    return once(this.holds, kind, () => (this.pool.choose(kind) ? null : chooseHold(kind, this.pool.list(), this.now)));
  }
}

function once<Answer>(known: Map<string, Answer>, kind: GpuRequest, find: () => Answer): Answer {
  const key = JSON.stringify(kind);
  const answer = known.get(key);
  if (answer !== undefined) return answer;
  const found = find();
  known.set(key, found);
  return found;
}
