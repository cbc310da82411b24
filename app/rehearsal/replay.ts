import type { Network } from "~/compute/gpu-sizes";
import { FRAGMENT_LIMIT_GPUS, HOLD_AFTER_S } from "~/compute/placing-times";
import {
  type FreeNode,
  FreePool,
  FundsLeft,
  type HoldOfRow,
  planRow,
  type Share,
  type Stay,
  type WaitingTask,
} from "~/compute/planner";
import { EventHeap } from "./event-heap";

/** A task of the past or of a file. Times are seconds since 1970, or since any other moment that a file chose. */
export interface ReplayedTask {
  id: string;
  tenantId: number;
  submitS: number;
  /** Seconds for which it keeps its GPUs, from its placement until they are free. */
  heldS: number;
  gpusMin: number;
  gpusMax: number;
  gpusIncr: number;
  network: Network;
  /** Cents per GPU-hour when it was accepted. */
  gpuPph: number;
  /** Its declared end in seconds after its start (S16); 0: none. */
  maxSeconds: number;
  /** Second at which it leaves the queue if it has not started; null or omitted: it waits on. */
  leftS?: number | null;
  /** GPUs that it takes at once, if its nodes have them; null or omitted: the planner finds some. */
  held?: readonly Held[] | null;
}

/** GPUs of a node. */
export type Held = Share;

export interface ReplayedNode {
  nodeId: number;
  nodeName: string;
  gpus: number;
  ibsActive: number;
}

/** From that second on, a node takes tasks, takes no more of them, or is lost with all that runs on it. */
export interface ServiceChange {
  atS: number;
  nodeId: number;
  becomes: "in service" | "draining" | "lost";
}

export interface Replayed {
  tasks: readonly ReplayedTask[];
  nodes: readonly ReplayedNode[];
  /** In the order of time. Nodes are in service from the beginning. */
  changes: readonly ServiceChange[];
  /** Seconds between two samples. */
  sampleEveryS: number;
  /** The last second: what still runs or waits then is left so. Infinity: until all have ended. */
  untilS: number;
}

/** The row at one moment. */
export interface Sample {
  atS: number;
  gpusInService: number;
  gpusBusy: number;
  /** Free GPUs of nodes in service that are partly used. */
  gpusInFragments: number;
  tasksWaiting: number;
  gpusWaiting: number;
}

/** Facts about each task, by its position in the input. */
export interface Outcome {
  /** Second of its placement; NaN: it was never placed. */
  startS: Float64Array;
  /** Second at which its GPUs were free again; NaN: never, or after the last second. */
  endS: Float64Array;
  gpus: Uint8Array;
  /** 1: it ended because a node was lost. */
  lost: Uint8Array;
  samples: Sample[];
}

export interface Placed {
  atS: number;
  task: ReplayedTask;
  shares: readonly Share[];
}

interface Running {
  index: number;
  tenantId: number;
  endS: number;
  stay: Stay;
  shares: readonly Share[];
}

/** Plans between two reports of the progress. */
const PLANS_PER_TURN = 2_000;
/** Nobody runs out of money: a task's end is given. */
const ENDLESS = { availableUnits: 10n ** 18n, committedPph: 0 };

/**
 * Replays the tasks of one row of capacity in virtual time on the scheduler's own planner (S1, S2, S4, S5, S6, S10,
 * S11, S16). Plans at each second in which a task arrives or ends, a node changes, or a task may have a hold. Yields the share that is done, in
 * turns of a few milliseconds; `placed` hears of each placement.
 */
export function* replayRow(
  { tasks, nodes, changes, sampleEveryS, untilS }: Replayed,
  placed: (one: Placed) => void = () => {},
): Generator<number, Outcome> {
  const row = new VirtualRow(nodes);
  const out: Outcome = {
    startS: new Float64Array(tasks.length).fill(NaN),
    endS: new Float64Array(tasks.length).fill(NaN),
    gpus: new Uint8Array(tasks.length),
    lost: new Uint8Array(tasks.length),
    samples: [],
  };
  const funds = new FundsLeft(new Map(tasks.map(({ tenantId }) => [tenantId, ENDLESS])));
  const ends = new EventHeap<Running>(({ endS }) => endS);
  const leaves = new EventHeap<{ leftS: number; waiting: WaitingTask }>(({ leftS }) => leftS);
  /** Seconds from which tasks may have a hold, ascending. */
  const holdTimes: number[] = [];
  const indexOf = new Map<WaitingTask, number>();
  let queue: WaitingTask[] = [];
  let hold: HoldOfRow | null = null;
  let [arrived, changed, held, plans] = [0, 0, 0, 0];
  const firstS = tasks[0]?.submitS ?? 0;
  let sampleS = firstS;
  const begin = (nowS: number, index: number, task: ReplayedTask, shares: readonly Share[]) => {
    const from = new Date(nowS * 1000);
    const until = task.maxSeconds > 0 ? new Date((nowS + task.maxSeconds) * 1000) : null;
    const endS = nowS + Math.max(1, task.heldS);
    const running = { index, tenantId: task.tenantId, endS, stay: { from, until }, shares };
    row.start(running);
    ends.push(running);
    [out.startS[index], out.gpus[index]] = [nowS, shares.reduce((sum, { gpus }) => sum + gpus.length, 0)];
    placed({ atS: nowS, task, shares });
    return running;
  };

  for (;;) {
    const nowS = Math.min(
      tasks[arrived]?.submitS ?? Infinity,
      ends.first()?.endS ?? Infinity,
      leaves.first()?.leftS ?? Infinity,
      changes[changed]?.atS ?? Infinity,
      holdTimes[held] ?? Infinity,
    );
    const reachedS = Math.min(nowS, untilS);
    if (reachedS === Infinity) return out;
    for (; sampleS < reachedS; sampleS += sampleEveryS) out.samples.push(row.sample(sampleS, queue));
    if (reachedS === untilS) return out;
    for (let change = changes[changed]; change && change.atS === nowS; change = changes[++changed])
      for (const { index } of row.change(change)) [out.endS[index], out.lost[index]] = [nowS, 1];
    while (ends.first()?.endS === nowS) {
      const ended = ends.pop();
      if (row.end(ended)) out.endS[ended.index] = nowS;
    }
    while (leaves.first()?.leftS === nowS) indexOf.delete(leaves.pop().waiting);
    for (let task = tasks[arrived]; task && task.submitS === nowS; task = tasks[++arrived]) {
      if (task.held && row.has(task.held)) {
        row.pool.take(task.held, begin(nowS, arrived, task, task.held).stay);
        continue;
      }
      const leftS = task.leftS ?? Infinity;
      if (leftS <= nowS) continue;
      const waiting = asWaiting(task);
      indexOf.set(waiting, arrived);
      queue.push(waiting);
      if (leftS < Infinity) leaves.push({ leftS, waiting });
      if (task.gpusMin >= FRAGMENT_LIMIT_GPUS) holdTimes.push(nowS + HOLD_AFTER_S);
    }
    while (holdTimes[held] === nowS) held += 1;
    if (indexOf.size < queue.length) queue = queue.filter((waiting) => indexOf.has(waiting));
    if (queue.length === 0) continue;

    const now = new Date(nowS * 1000);
    const plan = planRow(
      { nodes: row.pool.list(), waiting: queue, inUse: row.inUse, hold, gpuPph: null, funds, now, limit: Infinity },
      row.pool,
    );
    hold = plan.hold;
    for (const { task: waiting, shares } of plan.decisions) {
      const index = indexOf.get(waiting) ?? 0;
      const task = tasks[index];
      if (!task) continue;
      indexOf.delete(waiting);
      begin(nowS, index, task, shares);
    }
    if (plan.decisions.length > 0) queue = queue.filter((waiting) => indexOf.has(waiting));
    if (++plans % PLANS_PER_TURN === 0) yield arrived / tasks.length;
  }
}

/** The nodes of a row, what runs on them, and the planner's pool of those in service. */
class VirtualRow {
  pool: FreePool;
  private readonly nodes: Map<number, ReplayedNode>;
  private readonly runningOn: Map<number, Set<Running>>;
  private readonly inService: Set<number>;
  readonly inUse = new Map<number, number>();
  private gpusBusy = 0;

  constructor(nodes: readonly ReplayedNode[]) {
    this.nodes = new Map(nodes.map((node) => [node.nodeId, node]));
    this.runningOn = new Map(nodes.map(({ nodeId }) => [nodeId, new Set()]));
    this.inService = new Set(this.nodes.keys());
    this.pool = this.makePool();
  }

  /** True if these nodes are there, in service or not, and nobody has these GPUs. */
  has(shares: readonly Share[]): boolean {
    return shares.every(({ nodeId, gpus }) => {
      const free = this.asFree(this.nodes.get(nodeId)).flatMap(({ freeGpus }) => freeGpus);
      return gpus.every((gpu) => free.includes(gpu));
    });
  }

  /** Called before or after the GPUs are taken from the pool. */
  start(running: Running): void {
    for (const { nodeId, gpus } of running.shares) {
      this.runningOn.get(nodeId)?.add(running);
      this.count(running, gpus.length);
    }
  }

  /** Frees the GPUs of a task; false: it had ended before. */
  end(running: Running): boolean {
    let did = false;
    for (const share of running.shares) {
      const onNode = this.runningOn.get(share.nodeId);
      if (!onNode?.delete(running)) continue;
      did = true;
      this.count(running, -share.gpus.length);
      if (this.inService.has(share.nodeId))
        this.pool.release(
          share,
          [...onNode].map(({ stay }) => stay),
        );
    }
    return did;
  }

  /** Returns the tasks that are lost by it. */
  change({ nodeId, becomes }: ServiceChange): Running[] {
    const lost = becomes === "lost" ? [...(this.runningOn.get(nodeId) ?? [])] : [];
    if (becomes === "in service") this.inService.add(nodeId);
    else this.inService.delete(nodeId);
    for (const running of lost) this.end(running);
    this.pool = this.makePool();
    return lost;
  }

  sample(atS: number, queue: readonly WaitingTask[]): Sample {
    let [gpusInService, gpusInFragments] = [0, 0];
    for (const { gpus, freeGpus } of this.pool.list()) {
      gpusInService += gpus;
      if (freeGpus.length < gpus) gpusInFragments += freeGpus.length;
    }
    const gpusWaiting = queue.reduce((sum, { gpusMin }) => sum + gpusMin, 0);
    return { atS, gpusInService, gpusBusy: this.gpusBusy, gpusInFragments, tasksWaiting: queue.length, gpusWaiting };
  }

  private count({ tenantId }: Running, gpus: number): void {
    this.gpusBusy += gpus;
    this.inUse.set(tenantId, (this.inUse.get(tenantId) ?? 0) + gpus);
  }

  private makePool(): FreePool {
    return new FreePool([...this.inService].flatMap((nodeId) => this.asFree(this.nodes.get(nodeId))));
  }

  private asFree(node: ReplayedNode | undefined): FreeNode[] {
    if (!node) return [];
    const running = [...(this.runningOn.get(node.nodeId) ?? [])];
    const used = new Set(
      running.flatMap(({ shares }) => shares.flatMap((one) => (one.nodeId === node.nodeId ? one.gpus : []))),
    );
    const all = Array.from({ length: node.gpus }, (_, gpu) => gpu);
    const ends = running.map(({ stay }) => stay.until?.getTime() ?? Infinity);
    return [
      {
        ...node,
        freeGpus: all.filter((gpu) => !used.has(gpu)),
        fenced: false,
        avoided: false,
        busySince: running.length === 0 ? null : new Date(Math.min(...running.map(({ stay }) => stay.from.getTime()))),
        freeBy: running.length === 0 || ends.includes(Infinity) ? null : new Date(Math.max(...ends)),
      },
    ];
  }
}

function asWaiting(task: ReplayedTask): WaitingTask {
  return {
    resvGuid: task.id,
    tenantId: task.tenantId,
    taskName: task.id,
    gpusMin: task.gpusMin,
    gpusMax: task.gpusMax,
    gpusIncr: task.gpusIncr,
    network: task.network,
    acceptedAt: new Date(task.submitS * 1000),
    acceptedGpuPph: task.gpuPph,
    attempts: 0,
    again: false,
    pph: task.gpuPph * task.gpusMin,
    maxSeconds: task.maxSeconds,
  };
}
