import type { WaitReason } from "./constants";
import { decidePlacing, isFunded } from "./decide";
import { type FreeNode, FreePool } from "./free-pool";
import type { FundsLeft } from "./funds";
import { chooseHold, mayHold } from "./hold";
import { queueOrder } from "./queue-order";
import { waitReasonOf } from "./wait-reason";
import type { PlacingDecision, WaitingTask } from "./waiting-task";

/** Nodes fenced for one task (S11). */
export interface HoldOfRow {
  resvGuid: string;
  nodeIds: number[];
}

export interface RowState {
  nodes: readonly FreeNode[];
  waiting: readonly WaitingTask[];
  hold: HoldOfRow | null;
  /** Cents per GPU-hour now; null when the type has no price any more. */
  gpuPph: number | null;
  funds: FundsLeft;
  now: Date;
  /** Placements at most, so that a transaction stays short. */
  limit: number;
}

export interface RowPlan {
  decisions: PlacingDecision[];
  hold: HoldOfRow | null;
  /** The queue that is left, in its order. */
  waits: { task: WaitingTask; position: number; reason: WaitReason }[];
  /** The limit was reached before the end of the queue. */
  more: boolean;
}

/** Walks the waiting tasks of one cluster and GPU type in their order and places what fits (S10, S11, S12). */
export function planRow(state: RowState): RowPlan {
  const order = servingOrder(state);
  const pool = new FreePool(state.nodes);
  const reasons = new Map<string, WaitReason>();
  const decisions: PlacingDecision[] = [];
  let hold = keptHold(state, pool);
  pool.fence(hold?.nodeIds ?? []);
  let more = false;
  // Which nodes suit a request does not change within a plan, so a refusal holds for all that ask the same.
  const unheld = new Set<string>();

  for (const task of order) {
    if (decisions.length >= state.limit) {
      more = true;
      break;
    }
    const holds = hold?.resvGuid === task.resvGuid;
    const decision = decidePlacing(task, { ...state, pool }, holds);
    if (decision) {
      decisions.push(decision);
      pool.take(decision.shares);
      state.funds.commit(task, decision.pphCents);
    }
    const funded = decision !== null || isFunded(task, state);
    if (holds && (decision || !funded)) {
      hold = null;
      pool.fence([]);
    } else if (!decision && funded && hold === null && wantsHold(task, state.now, unheld)) {
      hold = newHold(task, pool);
      if (hold) pool.fence(hold.nodeIds);
      else unheld.add(kindOf(task));
    }
    if (!decision) reasons.set(task.resvGuid, waitReasonOf(task, funded, hold?.resvGuid === task.resvGuid));
  }
  return { decisions, hold, waits: waitsOf(state, decisions, reasons), more };
}

/** Tasks that must be placed anew first, the one accepted earliest first, then the queue. */
function servingOrder({ waiting, now }: RowState): WaitingTask[] {
  const again = waiting.filter((task) => task.again);
  const queued = waiting.filter((task) => !task.again);
  return [
    ...again.sort((a, b) => a.acceptedAt.getTime() - b.acceptedAt.getTime()),
    ...queueOrder(queued, now),
  ];
}

/** The hold there was, with nodes that stopped suiting replaced; null when its task can no longer be served. */
function keptHold({ hold, waiting }: RowState, pool: FreePool): HoldOfRow | null {
  const task = hold && waiting.find((one) => one.resvGuid === hold.resvGuid && !one.again);
  return task ? newHold(task, pool, hold.nodeIds) : null;
}

function wantsHold(task: WaitingTask, now: Date, unheld: ReadonlySet<string>): boolean {
  return !task.again && mayHold(task, now) && !unheld.has(kindOf(task));
}

function kindOf(task: WaitingTask): string {
  return `${task.gpusMin} ${task.network}`;
}

function newHold(task: WaitingTask, pool: FreePool, fencedBefore: readonly number[] = []): HoldOfRow | null {
  const nodeIds = chooseHold({ gpus: task.gpusMin, network: task.network }, pool.list(), fencedBefore);
  return nodeIds && { resvGuid: task.resvGuid, nodeIds };
}

function waitsOf(
  { waiting, now }: RowState,
  decisions: readonly PlacingDecision[],
  reasons: ReadonlyMap<string, WaitReason>,
): RowPlan["waits"] {
  const placed = new Set(decisions.map((decision) => decision.task.resvGuid));
  const left = waiting.filter((task) => !task.again && !placed.has(task.resvGuid));
  return queueOrder(left, now).map((task, index) => ({
    task,
    position: index + 1,
    reason: reasons.get(task.resvGuid) ?? "waiting_for_gpus",
  }));
}
