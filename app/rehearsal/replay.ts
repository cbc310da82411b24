import { GPUS_PER_NODE, type Network } from "~/compute/gpu-sizes";
import { INCIDENT_GRACE_S } from "~/compute/review-task";
import { PLACING_RULES, type PlacingRules } from "~/compute/placing-rules";
import {
  chooseHold,
  nextStepOf,
  type FreeNode,
  FreePool,
  FundsLeft,
  type HoldOfRow,
  planRow,
  type Share,
  type Stay,
  type StayOnNode,
  stayOf,
  type WaitingTask,
} from "~/compute/planner";
import { EventHeap } from "./event-heap";

/** A task of the past or of a file. Times are seconds since 1970, or since any other moment that a file chose. */
export interface ReplayedTask {
  id: string;
  tenantId: number;
  submitS: number;
  /** Second of its acceptance, if it waited before; null or omitted: `submitS`. */
  acceptedS?: number | null;
  /** Seconds from its placement until its GPUs are free; the usual ones of its size if it never had any. */
  heldS: number;
  gpusMin: number;
  gpusMax: number;
  gpusIncr: number;
  network: Network;
  /** Cents per GPU-hour that it pays. */
  gpuPph: number;
  /** Its declared end in seconds after its start (S16); 0: none. */
  maxSeconds: number;
  /** Second at which it leaves the queue if it has not started by then; null or omitted: it waits on. */
  leavesS?: number | null;
  /** GPUs that it takes at once, if its nodes have them; null or omitted: the planner finds some. */
  held?: readonly Share[] | null;
  /** Second at which it got them, if that was before. */
  heldFromS?: number;
}

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
  /** Omitted: the scheduler's own. */
  rules?: PlacingRules;
  /** Most GPUs that a tenant's unfinished tasks may ask for, counted as quotas are (S17); omitted: no limit. */
  limitOf?: (tenantId: number) => number;
  /** The first second that is measured; omitted: that of the first task. */
  fromS?: number;
  /** Seconds between two samples. */
  sampleEveryS: number;
  /** The last second: what still runs or waits then is left so. Infinity: until all have ended. */
  untilS: number;
}

/** The row at one moment. */
export interface Sample {
  atS: number;
  /** Those of nodes that take tasks, and those that tasks still use on others (S1). */
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
  gpus: Uint16Array;
  /** 1: it ended because a node was lost. */
  lost: Uint8Array;
  /** 1: its tenant's limit refused it. */
  overLimit: Uint8Array;
  /** 1: refused because the row's nodes could not hold it even when empty (S11). */
  neverFits: Uint8Array;
  samples: Sample[];
  /** GPU-seconds in service, from the first second to the last. */
  serviceGpuS: number;
}

export interface Placed {
  atS: number;
  task: ReplayedTask;
  shares: readonly Share[];
}

/** The outcome of tasks of which none was placed. */
export function emptyOutcome(tasks: number): Outcome {
  return {
    startS: new Float64Array(tasks).fill(NaN),
    endS: new Float64Array(tasks).fill(NaN),
    gpus: new Uint16Array(tasks),
    lost: new Uint8Array(tasks),
    overLimit: new Uint8Array(tasks),
    neverFits: new Uint8Array(tasks),
    samples: [],
    serviceGpuS: 0,
  };
}

interface Running {
  index: number;
  tenantId: number;
  endS: number;
  stay: Stay;
  shares: readonly Share[];
  /** Its task was lost with another node, and is over. */
  isLost?: boolean;
}

/** Queued tasks and nodes that plans look at between two reports of the progress: some milliseconds of work. */
const LOOKS_PER_TURN = 100_000;
/** Nobody runs out of money: a task's end is given. */
const ENDLESS = { availableUnits: 10n ** 18n, committedPph: 0 };

/**
 * Replays the tasks of one row of capacity in virtual time on the scheduler's own planner (S1, S2, S4, S5, S6, S10,
 * S11, S16). Plans at each second in which a task arrives or ends, a node changes, a task may have a hold, or the hold may move,
 * and once more after starts in a row with holds. Yields the share that is done, in turns of a few milliseconds; `placed` hears of each placement.
 */
export function* replayRow(
  { tasks, nodes, changes, sampleEveryS, untilS, ...given }: Replayed,
  placed: (one: Placed) => void = () => {},
): Generator<number, Outcome> {
  const { rules = PLACING_RULES, limitOf, fromS = tasks[0]?.submitS ?? 0 } = given;
  const row = new VirtualRow(nodes);
  const neverFits = neverFitsOn(nodesEverInService(nodes, changes, fromS));
  const out = emptyOutcome(tasks.length);
  const funds = new FundsLeft(endlessFunds(tasks));
  const ends = new EventHeap<Running>(({ endS }) => endS);
  const leaving = new EventHeap<Leaving>(({ atS }) => atS);
  /** GPUs that each tenant's unfinished tasks ask for. */
  const asked = new Map<number, number>();
  /** Seconds from which tasks may have a hold, ascending. */
  const holdTimes: number[] = [];
  const indexOf = new Map<WaitingTask, number>();
  let queue: WaitingTask[] = [];
  let holds: readonly HoldOfRow[] = [];
  let [arrived, changed, held, looks, stepS] = [0, 0, 0, 0, Infinity];
  let [sampleS, measuredS] = [fromS, fromS];
  const begin = (nowS: number, index: number, task: ReplayedTask, shares: readonly Share[]) => {
    const running = {
      index,
      tenantId: task.tenantId,
      endS: nowS + Math.max(1, task.heldS),
      stay: stayOf(task, new Date((task.heldFromS ?? nowS) * 1000), rules),
      shares,
    };
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
      leaving.first()?.atS ?? Infinity,
      changes[changed]?.atS ?? Infinity,
      holdTimes[held] ?? Infinity,
      ends.first() ? stepS : Infinity,
    );
    const reachedS = Math.min(nowS, untilS);
    if (reachedS === Infinity) return out;
    for (; sampleS < reachedS; sampleS += sampleEveryS) out.samples.push(row.sample(sampleS, queue));
    if (reachedS > measuredS) {
      out.serviceGpuS += row.gpusInService * (reachedS - measuredS);
      measuredS = reachedS;
    }
    if (reachedS === untilS) return out;
    const forget = (task: ReplayedTask) => asked.set(task.tenantId, (asked.get(task.tenantId) ?? 0) - mostGpus(task));
    const end = (index: number) => {
      out.endS[index] = nowS;
      const task = tasks[index];
      if (task) forget(task);
    };
    for (let change = changes[changed]; change && change.atS === nowS; change = changes[++changed]) {
      const { lost, rests } = row.change(change);
      for (const rest of rests) ends.push(rest);
      for (const { index, isLost } of lost) {
        if (isLost) continue;
        end(index);
        out.lost[index] = 1;
      }
    }
    while (ends.first()?.endS === nowS) {
      const ended = ends.pop();
      if (row.end(ended) && !ended.isLost) end(ended.index);
    }
    while (leaving.first()?.atS === nowS) {
      const { waiting, task } = leaving.pop();
      if (!indexOf.delete(waiting)) continue;
      queue.splice(queue.indexOf(waiting), 1);
      forget(task);
    }
    for (let task = tasks[arrived]; task && task.submitS === nowS; task = tasks[++arrived]) {
      const gpus = (asked.get(task.tenantId) ?? 0) + mostGpus(task);
      if (task.held && row.has(task.held)) {
        asked.set(task.tenantId, gpus);
        row.pool.take(task.held, begin(nowS, arrived, task, task.held).stay);
      } else if (neverFits(task)) out.neverFits[arrived] = 1;
      else if (limitOf && gpus > limitOf(task.tenantId)) out.overLimit[arrived] = 1;
      else {
        const waiting = asWaiting(task);
        asked.set(task.tenantId, gpus);
        indexOf.set(waiting, arrived);
        queue.push(waiting);
        if (typeof task.leavesS === "number") leaving.push({ atS: Math.max(nowS + 1, task.leavesS), waiting, task });
        if (task.gpusMin >= rules.holdFromGpus) holdTimes.push((task.acceptedS ?? nowS) + rules.holdAfterS);
      }
    }
    while ((holdTimes[held] ?? Infinity) <= nowS) held += 1;
    looks += queue.length + nodes.length;
    if (looks > LOOKS_PER_TURN) {
      looks = 0;
      yield arrived / tasks.length;
    }
    if (queue.length === 0) {
      [holds, stepS] = [[], Infinity];
      continue;
    }

    const now = new Date(nowS * 1000);
    const plan = planRow(
      {
        ...{ rules, nodes: row.pool.list(), waiting: queue, inUse: row.inUse, holds },
        ...{ gpuPph: null, funds, now, limit: Infinity },
      },
      row.pool,
    );
    // The scheduler plans each second: a start ends a fence also for tasks that had their turn before, and weakens claims.
    const isSettled = same(holds, plan.holds) && (holds.length === 0 || plan.decisions.length === 0);
    // A gang may get a hold by time alone.
    const mayMove = holds.length > 0 || queue.some(({ gpusMin }) => gpusMin > GPUS_PER_NODE);
    const movesS = mayMove ? nextStepOf(now) / 1000 : Infinity;
    stepS = isSettled ? movesS : nowS + 1;
    holds = plan.holds;
    for (const { task: waiting, shares } of plan.decisions) {
      const index = indexOf.get(waiting) ?? 0;
      const task = tasks[index];
      if (!task) continue;
      indexOf.delete(waiting);
      begin(nowS, index, task, shares);
    }
    if (plan.decisions.length > 0) queue = queue.filter((waiting) => indexOf.has(waiting));
  }
}

/** The nodes of a row, what runs on them, and the planner's pool of those in service. */
class VirtualRow {
  pool: FreePool;
  private readonly nodes: Map<number, ReplayedNode>;
  private readonly runningOn: Map<number, Set<Running>>;
  private readonly inService: Set<number>;
  readonly inUse = new Map<number, number>();
  gpusInService = 0;
  private gpusBusy = 0;

  constructor(nodes: readonly ReplayedNode[]) {
    this.nodes = new Map(nodes.map((node) => [node.nodeId, node]));
    this.runningOn = new Map(nodes.map(({ nodeId }) => [nodeId, new Set()]));
    this.inService = new Set(this.nodes.keys());
    this.pool = this.makePool();
    this.gpusInService = this.countInService();
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
      if (!this.inService.has(nodeId)) this.gpusInService += gpus.length;
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
      if (this.inService.has(share.nodeId)) this.pool.release(share, staysOn(share.nodeId, onNode));
      else this.gpusInService -= share.gpus.length;
    }
    return did;
  }

  /**
   * Returns the tasks that are lost by it, and what they keep on other nodes: these give a lost gang's GPUs back once it
   * has waited for the lost node in vain (6.2).
   */
  change({ atS, nodeId, becomes }: ServiceChange): { lost: Running[]; rests: Running[] } {
    const lost = becomes === "lost" ? [...(this.runningOn.get(nodeId) ?? [])] : [];
    if (becomes === "in service") this.inService.add(nodeId);
    else this.inService.delete(nodeId);
    for (const running of lost) this.end(running);
    const rests = lost.flatMap((one) => {
      const shares = one.shares.filter((share) => share.nodeId !== nodeId);
      const endS = one.isLost ? one.endS : atS + INCIDENT_GRACE_S;
      return shares.length > 0 ? { ...one, shares, endS, isLost: true } : [];
    });
    for (const rest of rests) this.start(rest);
    this.pool = this.makePool();
    this.gpusInService = this.countInService();
    return { lost, rests };
  }

  sample(atS: number, queue: readonly WaitingTask[]): Sample {
    let gpusInFragments = 0;
    for (const { gpus, freeGpus } of this.pool.list()) if (freeGpus.length < gpus) gpusInFragments += freeGpus.length;
    const gpusWaiting = queue.reduce((sum, { gpusMin }) => sum + gpusMin, 0);
    const { gpusInService, gpusBusy } = this;
    return { atS, gpusInService, gpusBusy, gpusInFragments, tasksWaiting: queue.length, gpusWaiting };
  }

  private countInService(): number {
    let free = 0;
    for (const { freeGpus } of this.pool.list()) free += freeGpus.length;
    return free + this.gpusBusy;
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
    const empty = asEmpty(node);
    const ends = running.map(({ stay }) => stay.until?.getTime() ?? Infinity);
    return [
      {
        ...empty,
        freeGpus: empty.freeGpus.filter((gpu) => !used.has(gpu)),
        busySince: running.length === 0 ? null : new Date(Math.min(...running.map(({ stay }) => stay.from.getTime()))),
        freeBy: running.length === 0 || ends.includes(Infinity) ? null : new Date(Math.max(...ends)),
        stays: staysOn(node.nodeId, running),
      },
    ];
  }
}

function same(holds: readonly HoldOfRow[], others: readonly HoldOfRow[]): boolean {
  return JSON.stringify(holds) === JSON.stringify(others);
}

/** The stays of these tasks with their GPUs on the node. */
function staysOn(nodeId: number, running: Iterable<Running>): StayOnNode[] {
  return [...running].flatMap(({ stay, shares }) =>
    shares.flatMap((share) => (share.nodeId === nodeId ? { ...stay, gpus: share.gpus.length } : [])),
  );
}

interface Leaving {
  atS: number;
  waiting: WaitingTask;
  task: ReplayedTask;
}

function endlessFunds(tasks: readonly ReplayedTask[]): Map<number, typeof ENDLESS> {
  const funds = new Map<number, typeof ENDLESS>();
  for (const { tenantId } of tasks) funds.set(tenantId, ENDLESS);
  return funds;
}

function mostGpus({ gpusMin, gpusMax }: Pick<ReplayedTask, "gpusMin" | "gpusMax">): number {
  return Math.max(gpusMin, gpusMax);
}

/** Nodes that take tasks at the first second or later. */
function nodesEverInService(
  nodes: readonly ReplayedNode[],
  changes: readonly ServiceChange[],
  fromS: number,
): ReplayedNode[] {
  const never = new Set<number>();
  for (const { atS, nodeId, becomes } of changes) {
    if (becomes === "in service") never.delete(nodeId);
    else if (atS <= fromS) never.add(nodeId);
  }
  return nodes.filter(({ nodeId }) => !never.has(nodeId));
}

/** Returns a check for tasks that these nodes could not hold even when empty (S11). */
export function neverFitsOn(
  nodes: readonly ReplayedNode[],
): (task: Pick<ReplayedTask, "gpusMin" | "network">) => boolean {
  const empty = nodes.map((node) => asEmpty(node));
  const known = new Map<string, boolean>();
  return ({ gpusMin, network }) => {
    const kind = `${gpusMin} ${network}`;
    let never = known.get(kind);
    if (never === undefined) {
      never = chooseHold({ gpus: gpusMin, network }, empty, new Date(0)) === null;
      known.set(kind, never);
    }
    return never;
  };
}

function asEmpty(node: ReplayedNode): FreeNode {
  const freeGpus = Array.from({ length: node.gpus }, (_, gpu) => gpu);
  return { ...node, freeGpus, avoided: false, busySince: null, freeBy: null };
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
    acceptedAt: new Date((task.acceptedS ?? task.submitS) * 1000),
    acceptedGpuPph: task.gpuPph,
    attempts: 0,
    again: false,
    pph: task.gpuPph * task.gpusMin,
    maxSeconds: task.maxSeconds,
  };
}
