import type { Past, PastTask } from "./plan";
import { emptyOutcome, type Outcome } from "./replay";

/** Tasks of a turn: some milliseconds of work. */
const TASKS_PER_TURN = 10_000;

/** Time of a period in which a node takes no tasks. */
export interface Gap {
  nodeId: number;
  fromS: number;
  toS: number;
}

/** Lists the times in which nodes took no tasks. */
export function gapsOf({ nodes, changes, fromS, untilS }: Pick<Past, "nodes" | "changes" | "fromS" | "untilS">): Gap[] {
  const open = new Map<number, number>();
  const gaps: Gap[] = [];
  const close = (nodeId: number, toS: number) => {
    const sinceS = open.get(nodeId);
    if (sinceS !== undefined && toS > sinceS) gaps.push({ nodeId, fromS: sinceS, toS });
    open.delete(nodeId);
  };
  for (const { atS, nodeId, becomes } of changes)
    if (becomes === "in service") close(nodeId, atS);
    else if (!open.has(nodeId)) open.set(nodeId, Math.max(fromS, atS));
  for (const { nodeId } of nodes) close(nodeId, untilS);
  return gaps;
}

/** The real outcomes of a row's tasks, some at a time. */
export function* realOutcomes(
  tasks: readonly PastTask[],
  { neverFits }: Outcome,
): Generator<[readonly PastTask[], Outcome], void> {
  for (let from = 0; from < tasks.length; from += TASKS_PER_TURN) {
    const some = tasks.slice(from, from + TASKS_PER_TURN);
    yield [some, realOutcome(some, neverFits.subarray(from))];
  }
}

/** Real outcome of tasks of a past, as a replay has one. `neverFits`: those that no node of the replay could hold. */
function realOutcome(tasks: readonly PastTask[], neverFits: Uint8Array): Outcome {
  // None is over a limit: a task that the real limits refused is not in the past.
  const real = emptyOutcome(tasks.length);
  for (const [index, task] of tasks.entries()) {
    const { startS = null, endS = null, gpus = 0 } = task.real ?? {};
    real.startS[index] = startS ?? NaN;
    real.endS[index] = endS ?? NaN;
    real.gpus[index] = gpus;
    real.lost[index] = task.ended === "node lost" ? 1 : 0;
    real.neverFits[index] = startS === null ? (neverFits[index] ?? 0) : 0;
  }
  return real;
}

/** GPU-seconds that were in service: of nodes that took tasks, and those that tasks had on others (S1). */
export function realServiceGpuS(past: Past): number {
  const { nodes, fromS, untilS, usedOutOfServiceGpuS = 0 } = past;
  const gpus = new Map(nodes.map((node) => [node.nodeId, node.gpus]));
  const all = nodes.reduce((sum, node) => sum + node.gpus * (untilS - fromS), 0);
  const out = gapsOf(past).reduce((sum, gap) => sum + (gpus.get(gap.nodeId) ?? 0) * (gap.toS - gap.fromS), 0);
  return all - out + usedOutOfServiceGpuS;
}
