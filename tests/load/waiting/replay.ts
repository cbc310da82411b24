import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import { type FleetNode, makeFleet, occupy, type Part, release } from "./fleet";
import { type TraceTask, WARM_UP_S, WINDOW_S } from "./trace";

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
  const ends = new EndHeap();
  const placeOf = new Map(tasks.map((task, index) => [task, index]));
  const waitedS = new Float64Array(tasks.length);
  let queue: TraceTask[] = [];
  let [next, usedS] = [0, 0];
  while (next < tasks.length || ends.size > 0) {
    const nowS = Math.min(tasks[next]?.submitS ?? Infinity, ends.firstS());
    for (let task = tasks[next]; task && task.submitS === nowS; task = tasks[next]) {
      queue.push(task);
      next += 1;
    }
    while (ends.firstS() === nowS) {
      const { task, nodes: used } = ends.pop();
      release(used, task);
    }
    if (queue.length === 0) continue;
    const starts = policy({ nowS, fleet, queue });
    for (const { task, parts } of starts) {
      occupy(parts, task, nowS);
      waitedS[placeOf.get(task) ?? 0] = nowS - task.submitS;
      ends.push({ atS: nowS + Math.max(1, task.runS), task, nodes: parts.map((part) => part.node) });
      usedS += task.gpus * overlap(nowS, nowS + task.runS);
    }
    if (starts.length > 0) {
      const started = new Set(starts.map((start) => start.task));
      queue = queue.filter((task) => !started.has(task));
    }
  }
  return { waitedS, busy: usedS / ((WINDOW_S - WARM_UP_S) * nodes * GPUS_PER_NODE) };
}

function overlap(fromS: number, toS: number): number {
  return Math.max(0, Math.min(toS, WINDOW_S) - Math.max(fromS, WARM_UP_S));
}

interface End {
  atS: number;
  task: TraceTask;
  nodes: FleetNode[];
}

/** The coming ends, the next one first. */
class EndHeap {
  private readonly ends: End[] = [];

  get size(): number {
    return this.ends.length;
  }

  firstS(): number {
    return this.ends[0]?.atS ?? Infinity;
  }

  push(end: End): void {
    this.ends.push(end);
    for (let at = this.ends.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.atS(parent) <= this.atS(at)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): End {
    this.swap(0, this.ends.length - 1);
    const end = this.ends.pop();
    if (!end) throw new Error("no end to come");
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.atS(right) < this.atS(left) ? right : left;
      if (this.atS(child) >= this.atS(at)) return end;
      this.swap(at, child);
      at = child;
    }
  }

  private atS(index: number): number {
    return this.ends[index]?.atS ?? Infinity;
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.ends[a], this.ends[b]];
    if (one && other) [this.ends[a], this.ends[b]] = [other, one];
  }
}
