import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import type { FleetNode, Part } from "./fleet";
import type { Policy, Start } from "./replay";
import type { TraceTask } from "./trace";

/** Nobody passes the head of the queue. */
export const fifo: Policy = ({ fleet, queue }) => {
  const room = new Room(fleet);
  const starts: Start[] = [];
  for (const task of queue) {
    const parts = room.place(task.gpus);
    if (!parts) break;
    starts.push({ task, parts });
  }
  return starts;
};

/** The shortest tasks first, however long others wait. */
export const shortestFirst: Policy = ({ fleet, queue }) => {
  const room = new Room(fleet);
  const refused = new Refused();
  return queue
    .toSorted((a, b) => a.runS - b.runS)
    .flatMap((task) => {
      const parts = refused.has(task.gpus) ? null : room.place(task.gpus);
      if (!parts) refused.add(task.gpus);
      return parts ? [{ task, parts }] : [];
    });
};

/**
 * EASY: the head of the queue is promised the earliest time at which it fits by the declared ends; others pass it if
 * they do not delay that. Tasks declare `factor` times their run time.
 */
export function easy(factor: number): Policy {
  return ({ nowS, fleet, queue }) => {
    const room = new Room(fleet);
    const starts: Start[] = [];
    let waiting = 0;
    for (; waiting < queue.length; waiting += 1) {
      const task = queue[waiting];
      const parts = task && room.place(task.gpus);
      if (!task || !parts) break;
      starts.push({ task, parts });
    }
    const head = queue[waiting];
    if (!head) return starts;
    const promise = promiseTo(head, fleet, starts, nowS, factor);
    const [long, short] = [new Refused(), new Refused()];
    for (const task of queue.slice(waiting + 1)) {
      const inTime = nowS + task.runS * factor <= promise.atS;
      const refused = inTime ? short : long;
      if (refused.has(task.gpus)) continue;
      const parts = room.place(task.gpus, inTime ? null : promise.spare);
      if (parts) starts.push({ task, parts });
      else refused.add(task.gpus);
      if (parts && !inTime) for (const { node, gpus } of parts) promise.use(node, gpus.length);
    }
    return starts;
  };
}

/** If there is no place for a number of GPUs, there is none for a larger one. */
class Refused {
  private from = Infinity;
  has = (gpus: number): boolean => gpus >= this.from;
  add = (gpus: number): void => {
    this.from = Math.min(this.from, gpus);
  };
}

/** Free GPUs by node while starts are chosen. */
class Room {
  private readonly free: { node: FleetNode; gpus: number[] }[];

  constructor(fleet: readonly FleetNode[]) {
    this.free = fleet.map((node) => ({ node, gpus: node.freeGpus }));
  }

  /** The best fit by the product's own rules (S2, S4, S5), using no more of a node than `spare` allows. */
  place(gpus: number, spare: ReadonlyMap<FleetNode, number> | null = null): Part[] | null {
    const open = (one: { node: FleetNode; gpus: number[] }, wanted: number) =>
      one.gpus.length >= wanted && (spare?.get(one.node) ?? GPUS_PER_NODE) >= wanted;
    const chosen =
      gpus > GPUS_PER_NODE
        ? this.free.filter((one) => open(one, GPUS_PER_NODE)).slice(0, gpus / GPUS_PER_NODE)
        : this.best(gpus, (one) => open(one, gpus));
    if (chosen.length < Math.ceil(gpus / GPUS_PER_NODE)) return null;
    return chosen.map((one) => {
      const taken = one.gpus.slice(0, gpus);
      one.gpus = one.gpus.slice(taken.length);
      return { node: one.node, gpus: taken };
    });
  }

  private best(gpus: number, open: (one: { node: FleetNode; gpus: number[] }) => boolean) {
    const partly = (length: number) => length < GPUS_PER_NODE;
    const rank = (length: number) => length + (partly(length) === gpus < 4 ? 0 : 2 * GPUS_PER_NODE);
    let best: { node: FleetNode; gpus: number[] } | null = null;
    for (const one of this.free) {
      if (open(one) && (!best || rank(one.gpus.length) < rank(best.gpus.length))) best = one;
    }
    return best ? [best] : [];
  }
}

interface Promised {
  atS: number;
  /** Number of GPUs of the promised nodes that may be used beyond that time. */
  spare: Map<FleetNode, number>;
  use: (node: FleetNode, gpus: number) => void;
}

/** The earliest time at which the task fits, by declared ends, and the nodes it then gets. */
function promiseTo(
  task: TraceTask,
  fleet: readonly FleetNode[],
  starts: readonly Start[],
  nowS: number,
  factor: number,
): Promised {
  const free = new Map(fleet.map((node) => [node, node.freeGpus.length]));
  const ends = fleet.flatMap((node) =>
    node.running.map((one) => ({
      atS: one.startS + one.task.runS * factor,
      node,
      gpus: one.gpus.length,
    })),
  );
  for (const start of starts) {
    for (const { node, gpus } of start.parts) {
      free.set(node, (free.get(node) ?? 0) - gpus.length);
      ends.push({ atS: nowS + start.task.runS * factor, node, gpus: gpus.length });
    }
  }
  ends.sort((a, b) => a.atS - b.atS);
  const each = Math.min(task.gpus, GPUS_PER_NODE);
  const needed = Math.ceil(task.gpus / GPUS_PER_NODE);
  const ready = new Set([...free].flatMap(([node, gpus]) => (gpus >= each ? [node] : [])));
  let atS = nowS;
  for (const end of ends) {
    if (ready.size >= needed) break;
    atS = end.atS;
    const gpus = (free.get(end.node) ?? 0) + end.gpus;
    free.set(end.node, gpus);
    if (gpus >= each) ready.add(end.node);
  }
  const spare = new Map([...ready].slice(0, needed).map((node) => [node, (free.get(node) ?? 0) - each]));
  const use = (node: FleetNode, gpus: number) => {
    const left = spare.get(node);
    if (left !== undefined) spare.set(node, left - gpus);
  };
  return { atS, spare, use };
}
