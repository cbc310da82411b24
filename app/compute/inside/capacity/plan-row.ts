import { PLACING_RULES, type PlacingRules } from "~/compute/placing-rules";
import type { WaitReason } from "~/compute/placing-times";
import { decidePlacing, isFunded, stayOf, type Terms } from "./decide";
import { type FreeNode, FreePool } from "./free-pool";
import type { FundsLeft } from "./funds";
import { type HoldOfRow, suits } from "./hold";
import { type GpusInUse, servingOrder } from "./queue-order";
import { RowHolds } from "./row-holds";
import { waitReasonOf } from "./wait-reason";
import { type PlacingDecision, requestOf, type WaitingTask } from "./waiting-task";

export interface RowState {
  /** Omitted: the product's own. */
  rules?: PlacingRules;
  nodes: readonly FreeNode[];
  /** In the order of acceptance (`byAcceptance`). */
  waiting: readonly WaitingTask[];
  inUse: GpusInUse;
  /** Two at most: one of a task that few nodes suit, one of another task (S11). */
  holds: readonly HoldOfRow[];
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
  holds: HoldOfRow[];
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

  // Nodes held, or about to be held, are fenced before any other task is placed.
  const holds = new RowHolds(state, terms, placed);
  holds.give(state.holds);

  for (const task of turns) {
    if (decisions.length >= state.limit) {
      more = true;
      break;
    }
    const decision = decidePlacing(task, terms, { alone: fundedLeft === 1 });
    if (!decision) continue;
    const holder = holds.has(task);
    if (!holder && wholes.delay(decision)) {
      turns.push(task);
      continue;
    }
    decisions.push(decision);
    placed.add(task);
    terms.pool.take(decision.shares, stayOf(task, state.now, rules));
    state.funds.commit(task, decision.pphCents);
    fundedLeft -= 1;
    if (holder) holds.end(task);
  }
  holds.giveAgain();
  const listWaits = () => {
    const left = order.filter((task) => !placed.has(task));
    const sharedVolumes = state.nodes.some(({ means }) => means?.volumeReach === "shared");
    return left.map((task, index) => ({
      task,
      position: index + 1,
      reason: waitReasonOf(task, isFunded(task, terms), holds.has(task), { sharedVolumes }),
    }));
  };
  return { decisions, holds: holds.list(), listWaits, more };
}

function countFunded(tasks: readonly WaitingTask[], terms: Terms): number {
  let count = 0;
  for (const task of tasks) if (isFunded(task, terms)) count += 1;
  return count;
}

/**
 * Keeps wholly free nodes for older tasks that need all GPUs of one, until everyone had a turn (S2). Not if a younger task
 * would have them: then the smaller one would never have its turn.
 */
class WholeNodes {
  private readonly delayed = new Set<WaitingTask>();
  /** Acceptance from which on tasks are delayed, by the GPUs of the node: what delays one delays all younger ones. */
  private readonly delayedFrom = new Map<number, Date>();
  /** Tasks of whole nodes by the GPUs of each node, in the order of serving. */
  private readonly ofWhole = new Map<number, WaitingTask[]>();

  constructor(
    private readonly order: readonly WaitingTask[],
    private readonly placed: ReadonlySet<WaitingTask>,
    private readonly terms: Terms,
  ) {}

  /** Checks whether the task would break a node that an older one needs. Delays each task once at most. */
  delay({ task, shares: [share] }: PlacingDecision): boolean {
    const node = share && this.terms.pool.get(share.nodeId);
    if (!node || node.fencedFor || node.freeGpus.length < node.gpus || share.gpus.length === node.gpus) return false;
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
      if (!isFunded(one, this.terms)) continue;
      if (one.acceptedAt >= task.acceptedAt) return true;
      if (one.gpusMin === node.gpus) left -= 1;
    }
    return left > 0;
  }

  private needing(gpus: number): readonly WaitingTask[] {
    const known = this.ofWhole.get(gpus);
    if (known) return known;
    const found = this.order.filter(({ gpusMin }) => gpusMin % gpus === 0);
    this.ofWhole.set(gpus, found);
    return found;
  }
}
