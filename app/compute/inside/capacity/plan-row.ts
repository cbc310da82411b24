import { PLACING_RULES, type PlacingRules } from "~/compute/placing-rules";
import type { WaitReason } from "~/compute/placing-times";
import { decidePlacing, isFunded, stayOf, type Terms } from "./decide";
import { type FreeNode, FreePool, type GpuRequest } from "./free-pool";
import type { FundsLeft } from "./funds";
import { chooseHold, claimOf, isBlockedByOwn, mayHold, suits } from "./hold";
import { counterOfGpusBefore, type GpusInUse, servingOrder } from "./queue-order";
import { waitReasonOf } from "./wait-reason";
import type { PlacingDecision, WaitingTask } from "./waiting-task";

/** Nodes fenced for one task (S11). */
export interface HoldOfRow {
  resvGuid: string;
  nodeIds: number[];
}

export interface RowState {
  /** Omitted: the product's own. */
  rules?: PlacingRules;
  nodes: readonly FreeNode[];
  /** In the order of acceptance (`byAcceptance`). */
  waiting: readonly WaitingTask[];
  inUse: GpusInUse;
  hold: HoldOfRow | null;
  /** Present price in cents per GPU-hour; null when the type no longer has one. */
  gpuPph: number | null;
  funds: FundsLeft;
  now: Date;
  /** Most placements of one plan, so that a transaction stays short. */
  limit: number;
}

/** A task that waits on, its position from 1, and why. */
export interface PlaceInLine {
  task: WaitingTask;
  position: number;
  reason: WaitReason;
}

export interface RowPlan {
  decisions: PlacingDecision[];
  hold: HoldOfRow | null;
  /** Lists the tasks that still wait, in the order of serving. */
  listWaits: () => PlaceInLine[];
  /** The limit was reached before the end of the queue. */
  more: boolean;
}

/**
 * Walks the waiting tasks of one cluster and GPU type in their order and places what fits (S10, S11, S12, S16). `pool`
 * has the state's nodes; the plan takes its GPUs from it. A rehearsal keeps one pool from plan to plan.
 */
export function planRow(state: RowState, pool = new FreePool(state.nodes)): RowPlan {
  const accepted = state.waiting;
  const { rules = PLACING_RULES } = state;
  const terms: Terms = { ...state, pool };
  const order = servingOrder(accepted, rules.order === "fair" ? state.inUse : null);
  const placed = new Set<WaitingTask>();
  const decisions: PlacingDecision[] = [];
  const turns = [...order];
  const wholes = new WholeNodes(order, placed, terms);
  // Counted only if a task may grow, because it looks at the whole queue (S6).
  let fundedLeft = rules.grow && order.some(({ gpusMax }) => gpusMax > 0) ? countFunded(order, terms) : Infinity;
  let more = false;

  // Nodes held, or about to be held, are fenced before any other task is placed. A kept pool has the last plan's fence,
  // inside which a task seems not to fit.
  terms.pool.fence([]);
  let hold = keptHold(state, terms) ?? firstHold(state, terms, placed);
  terms.pool.fence(hold?.nodeIds ?? []);

  for (const task of turns) {
    if (decisions.length >= state.limit) {
      more = true;
      break;
    }
    const holds = hold?.resvGuid === task.resvGuid;
    const decision = decidePlacing(task, terms, { holds, alone: fundedLeft === 1 });
    if (!decision) continue;
    if (!holds && wholes.delay(decision)) {
      turns.push(task);
      continue;
    }
    decisions.push(decision);
    placed.add(task);
    terms.pool.take(decision.shares, stayOf(task, state.now, rules));
    state.funds.commit(task, decision.pphCents);
    fundedLeft -= 1;
    if (holds) {
      hold = null;
      terms.pool.fence([]);
    }
  }
  hold ??= firstHold(state, terms, placed);
  const listWaits = () => {
    const left = order.filter((task) => !placed.has(task));
    const sharedVolumes = state.nodes.some(({ means }) => means?.volumeReach === "shared");
    return left.map((task, index) => ({
      task,
      position: index + 1,
      reason: waitReasonOf(task, isFunded(task, terms), hold?.resvGuid === task.resvGuid, { sharedVolumes }),
    }));
  };
  return { decisions, hold, listWaits, more };
}

function countFunded(tasks: readonly WaitingTask[], terms: Terms): number {
  let count = 0;
  for (const task of tasks) if (isFunded(task, terms)) count += 1;
  return count;
}

/** The earlier hold with newly chosen nodes; null if its task can no longer be served. */
function keptHold({ hold, waiting, now }: RowState, terms: Terms): HoldOfRow | null {
  const task = hold && waiting.find((one) => one.resvGuid === hold.resvGuid);
  if (!task || !isFunded(task, terms)) return null;
  const nodeIds = chooseHold(requestOf(task), terms.pool.list(), now, hold.nodeIds);
  return nodeIds && { resvGuid: task.resvGuid, nodeIds };
}

/**
 * Finds a hold for the task with the strongest claim among those that may have one, are funded and do not fit (S11).
 */
function firstHold(
  { waiting, inUse }: Pick<RowState, "waiting" | "inUse">,
  terms: Terms,
  placed: ReadonlySet<WaitingTask>,
): HoldOfRow | null {
  const { pool, now, rules } = terms;
  const holds = new HoldsByKind(pool, now);
  const gpusBefore = counterOfGpusBefore(inUse);
  let [best, bestClaim]: [WaitingTask | null, number] = [null, 0];
  for (const task of waiting) {
    if (placed.has(task)) continue;
    const gpus = gpusBefore(task);
    if (!mayHold(task, now, rules) || !holds.of(task) || !isFunded(task, terms)) continue;
    const claim = claimOf(task, gpus, now);
    if (claim > bestClaim) [best, bestClaim] = [task, claim];
  }
  const nodeIds = best && holds.of(best);
  return best && nodeIds && { resvGuid: best.resvGuid, nodeIds };
}

function requestOf({ gpusMin, network, needs = null, image = null, tenantId }: WaitingTask): GpuRequest {
  return { gpus: gpusMin, network, needs, image, tenantId };
}

/**
 * Keeps wholly free nodes for older tasks that need all GPUs of one, until everyone had a turn (S2). Not if a younger task
 * would have them: then the smaller one would never have its turn.
 */
class WholeNodes {
  private readonly delayed = new Set<WaitingTask>();
  /** Acceptance from which on tasks are delayed, by the GPUs of the node: what delays one delays all younger ones. */
  private readonly delayedFrom = new Map<number, Date>();
  /** Tasks of whole nodes that can be paid, by the GPUs of each node, in the order of serving. */
  private readonly funded = new Map<number, WaitingTask[]>();

  constructor(
    private readonly order: readonly WaitingTask[],
    private readonly placed: ReadonlySet<WaitingTask>,
    private readonly terms: Terms,
  ) {}

  /** Checks whether the task would break a node that an older one needs. Delays each task once at most. */
  delay({ task, shares: [share] }: PlacingDecision): boolean {
    const node = share && this.terms.pool.get(share.nodeId);
    if (!node || node.fenced || node.freeGpus.length < node.gpus || share.gpus.length === node.gpus) return false;
    if (task.again || task.movedUpAt || this.delayed.has(task)) return false;
    const from = this.delayedFrom.get(node.gpus) ?? null;
    if (from === null || task.acceptedAt < from) {
      if (this.isOneLeft(node, task)) return false;
      this.delayedFrom.set(node.gpus, task.acceptedAt);
    }
    this.delayed.add(task);
    return true;
  }

  /** Checks whether older tasks would leave one of the nodes like this, or a younger task would have it before them. */
  private isOneLeft(node: FreeNode, task: WaitingTask): boolean {
    let left = this.terms.pool.countWhole(node.gpus);
    for (const one of this.needing(node.gpus)) {
      if (left === 0) return false;
      if (this.placed.has(one) || one.gpusMin > left * node.gpus || !suits(requestOf(one), node)) continue;
      if (one.acceptedAt >= task.acceptedAt) return true;
      if (one.gpusMin === node.gpus) left -= 1;
    }
    return left > 0;
  }

  private needing(gpus: number): readonly WaitingTask[] {
    const known = this.funded.get(gpus);
    if (known) return known;
    const found = this.order.filter((one) => one.gpusMin % gpus === 0 && isFunded(one, this.terms));
    this.funded.set(gpus, found);
    return found;
  }
}

/** The nodes that a hold would fence, found once for all tasks with equal requests. */
class HoldsByKind {
  private readonly found = new Map<string, number[] | null>();

  constructor(
    private readonly pool: FreePool,
    private readonly now: Date,
  ) {}

  /** Null if the task fits, or if too few nodes suit it. */
  of(task: WaitingTask): number[] | null {
    // Tasks that need more than GPUs are rare, and each has its own candidate nodes.
    const request = requestOf(task);
    if (!this.pool.asksGpusAlone(request)) return this.find(request);
    const { gpus, network, tenantId } = request;
    const nodeIds = this.ofKind({ gpus, network });
    // Few tenants have a long task on just these nodes.
    const isBlocked = (nodeId: number) => {
      const node = this.pool.get(nodeId);
      return node !== undefined && isBlockedByOwn(request, node, this.now);
    };
    return nodeIds?.some(isBlocked) ? this.ofKind({ gpus, network, tenantId }) : nodeIds;
  }

  private ofKind(request: GpuRequest): number[] | null {
    const kind = `${request.gpus} ${request.network} ${request.tenantId ?? ""}`;
    const known = this.found.get(kind);
    if (known !== undefined) return known;
    const nodeIds = this.find(request);
    this.found.set(kind, nodeIds);
    return nodeIds;
  }

  private find(request: GpuRequest): number[] | null {
    return this.pool.choose(request) ? null : chooseHold(request, this.pool.list(), this.now);
  }
}
