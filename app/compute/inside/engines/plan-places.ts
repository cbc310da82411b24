import type { FundsLeft } from "~/compute/inside/capacity/funds";
import { decidePph, isFunded } from "~/compute/inside/capacity/decide";
import type { RowPlan } from "~/compute/inside/capacity/plan-row";
import { byAcceptance, servingOrder } from "~/compute/inside/capacity/queue-order";
import { waitReasonOf } from "~/compute/inside/capacity/wait-reason";
import type { WaitReason } from "~/compute/placing-times";
import type { WaitingTask } from "~/compute/inside/capacity/waiting-task";

export interface AskState {
  waiting: readonly WaitingTask[];
  /** Tasks that have an open place, and what that waits for in the engine's eyes; null: GPUs, as anywhere. */
  asked: ReadonlyMap<string, WaitReason | null>;
  /** Number of those that count: what the engine can never grant keeps nobody else waiting. */
  open: number;
  /** Open places at most. */
  window: number;
  gpuPph: number | null;
  funds: FundsLeft;
}

/**
 * Chooses the waiting tasks for which an engine is asked for a place: in the order of serving (S10), those that can pay
 * (S12), while the window has room. The engine decides which of them starts, and when.
 */
export function planPlaces(state: AskState): { ask: WaitingTask[]; waits: RowPlan["waits"] } {
  const { asked, open, funds, gpuPph } = state;
  const order = servingOrder(byAcceptance(state.waiting));
  const ask: WaitingTask[] = [];
  const unfunded = new Set<WaitingTask>();
  const commit = (task: WaitingTask) => funds.commit(task, decidePph(task, gpuPph));
  // Places that were asked for may be granted at any moment: their money is spoken for.
  for (const task of order) if (asked.has(task.resvGuid) && isFunded(task, state)) commit(task);
  for (const task of order) {
    if (asked.has(task.resvGuid)) continue;
    if (!isFunded(task, state)) unfunded.add(task);
    else if (open + ask.length < state.window) {
      ask.push(task);
      commit(task);
    }
  }
  const reasons = new Map([...asked, ...ask.map(({ resvGuid }) => [resvGuid, "cluster_asked"] as const)]);
  const waits = order.map((task, index) => ({
    task,
    position: index + 1,
    reason: reasons.get(task.resvGuid) ?? waitReasonOf(task, !unfunded.has(task), false),
  }));
  return { ask, waits };
}
