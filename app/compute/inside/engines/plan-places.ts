import type { FundsLeft } from "~/compute/inside/capacity/funds";
import { decidePph, isFunded } from "~/compute/inside/capacity/decide";
import type { PlaceInLine } from "~/compute/inside/capacity/plan-row";
import { byAcceptance, type GpusInUse, servingOrder } from "~/compute/inside/capacity/queue-order";
import { waitReasonOf } from "~/compute/inside/capacity/wait-reason";
import type { WaitReason } from "~/compute/placing-times";
import type { WaitingTask } from "~/compute/inside/capacity/waiting-task";

export interface AskState {
  waiting: readonly WaitingTask[];
  inUse: GpusInUse;
  /** Tasks that have an open place, and what it waits for according to the engine; null: GPUs, as in any cluster. */
  asked: ReadonlyMap<string, WaitReason | null>;
  /** Number of open places that count; one that the engine can never grant must not keep others waiting. */
  open: number;
  /** Most open places. */
  window: number;
  /** The operator lets the engine be asked for no new ones. */
  held: boolean;
  gpuPph: number | null;
  funds: FundsLeft;
}

/**
 * Chooses the waiting tasks for which a place is requested from the engine: in the order of serving (S10), those that
 * can pay (S12), while the window has room. The engine decides which of them starts, and when.
 */
export function planPlaces(state: AskState): { ask: WaitingTask[]; waits: PlaceInLine[] } {
  const { asked, open, held, funds, gpuPph } = state;
  const window = held ? 0 : state.window;
  const order = servingOrder(byAcceptance(state.waiting), state.inUse);
  const ask: WaitingTask[] = [];
  const unfunded = new Set<WaitingTask>();
  const commit = (task: WaitingTask) => funds.commit(task, decidePph(task, gpuPph));
  // Requested places may be granted at any moment, so their money is reserved.
  for (const task of order) if (asked.has(task.resvGuid) && isFunded(task, state)) commit(task);
  for (const task of order) {
    if (asked.has(task.resvGuid)) continue;
    if (!isFunded(task, state)) unfunded.add(task);
    else if (open + ask.length < window) {
      ask.push(task);
      commit(task);
    }
  }
  const reasons = new Map([...asked, ...ask.map(({ resvGuid }) => [resvGuid, "cluster_asked"] as const)]);
  const waits = order.map((task, index) => ({
    task,
    position: index + 1,
    reason: reasons.get(task.resvGuid) ?? (held ? "cluster_closed" : waitReasonOf(task, !unfunded.has(task), false)),
  }));
  return { ask, waits };
}
