import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import { EventHeap } from "~/rehearsal/event-heap";
import { type FleetNode, makeFleet, occupy, type Part, release } from "./fleet";
import { type TraceTask, WARM_UP_S, WINDOW_S } from "./trace";

interface End {
  atS: number;
  task: TraceTask;
  nodes: FleetNode[];
}

export interface Start {
  task: TraceTask;
  parts: Part[];
}

/** Chooses the tasks of the queue that start now. The queue is in the order of submission. */
export type Policy = (given: { nowS: number; fleet: readonly FleetNode[]; queue: readonly TraceTask[] }) => Start[];

export interface Waits {
  /** Seconds that each task waited, by its position in the trace. */
  waitedS: Float64Array;
  /** Share of the fleet that was in use after the first days. */
  busy: number;
}

/** Replays the trace on a fleet; the policy is called at each submission and each end. */
export function replay(tasks: readonly TraceTask[], nodes: number, policy: Policy): Waits {
  const fleet = makeFleet(nodes);
  const ends = new EventHeap<End>(({ atS }) => atS);
  const placeOf = new Map(tasks.map((task, index) => [task, index]));
  const startS = new Float64Array(tasks.length);
  let queue: TraceTask[] = [];
  let next = 0;
  while (next < tasks.length || ends.size > 0) {
    const nowS = Math.min(tasks[next]?.submitS ?? Infinity, ends.first()?.atS ?? Infinity);
    for (let task = tasks[next]; task && task.submitS === nowS; task = tasks[next]) {
      queue.push(task);
      next += 1;
    }
    while ((ends.first()?.atS ?? Infinity) === nowS) {
      const { task, nodes: used } = ends.pop();
      release(used, task);
    }
    if (queue.length === 0) continue;
    const starts = policy({ nowS, fleet, queue });
    for (const { task, parts } of starts) {
      occupy(parts, task, nowS);
      startS[placeOf.get(task) ?? 0] = nowS;
      ends.push({ atS: nowS + Math.max(1, task.runS), task, nodes: parts.map((part) => part.node) });
    }
    if (starts.length > 0) {
      const started = new Set(starts.map((start) => start.task));
      queue = queue.filter((task) => !started.has(task));
    }
  }
  return {
    waitedS: startS.map((atS, index) => atS - (tasks[index]?.submitS ?? NaN)),
    busy: busyShare(tasks, startS, nodes),
  };
}

/** Share of the fleet that was in use after the first days. */
export function busyShare(tasks: readonly TraceTask[], startS: Float64Array, nodes: number): number {
  const usedS = tasks.reduce(
    (sum, { gpus, runS }, index) => sum + gpus * overlap(startS[index] ?? NaN, (startS[index] ?? NaN) + runS),
    0,
  );
  return usedS / ((WINDOW_S - WARM_UP_S) * nodes * GPUS_PER_NODE);
}

function overlap(fromS: number, toS: number): number {
  return Math.max(0, Math.min(toS, WINDOW_S) - Math.max(fromS, WARM_UP_S));
}
