import { chanceOf } from "~/platform/chance";
import { groupBy } from "~/platform/group-by";
import { changeService } from "./change-service";
import type { NodeChange, Past, PastNode, PastTask, Variant } from "./plan";
import type { ServiceChange } from "./replay";

/** The past as a variant has it. */
export interface Applied {
  tasks: readonly PastTask[];
  nodes: readonly PastNode[];
  changes: readonly ServiceChange[];
}

/** Copies of a task come up to this long before or after it. */
const JITTER_S = 1800;
/** Tasks that are changed between two turns: some milliseconds of work. */
const TASKS_PER_TURN = 10_000;

/** Makes the changes of a variant, in turns of a few milliseconds. Equal seeds make equal choices. */
export function* applyVariant(past: Past, variant: Variant, seed: number): Generator<undefined, Applied> {
  const nodes = variant.nodes.reduce(changeNodes, past.nodes);
  const idle = new Set(variant.nodes.flatMap((change) => (change.kind === "drain" ? [change.nodeName] : [])));
  const working = nodes.filter(({ nodeName }) => !idle.has(nodeName));
  return {
    tasks: yield* changeTasks(past, variant, seed),
    nodes: working,
    changes: yield* changeService(past, working, variant, seed),
  };
}

function changeNodes(nodes: readonly PastNode[], change: NodeChange): readonly PastNode[] {
  if (change.kind === "add") {
    const { count, clusterName, gpuType, gpus, infiniband } = change;
    const lastId = nodes.reduce((last, { nodeId }) => Math.max(last, nodeId), 0);
    const added = Array.from({ length: count }, (_, index) => {
      const nodeId = lastId + 1 + index;
      return { nodeId, nodeName: `added-${nodeId}`, clusterName, gpuType, gpus, ibsActive: infiniband ? 1 : 0 };
    });
    return [...nodes, ...added];
  }
  const { nodeName } = change;
  if (!nodes.some((node) => node.nodeName === nodeName)) throw new Error(`There is no node ${nodeName}.`);
  if (change.kind === "remove") return nodes.filter((node) => node.nodeName !== nodeName);
  if (change.kind === "drain") return nodes;
  return nodes.map((node) => (node.nodeName === nodeName ? { ...node, gpus: change.gpus } : node));
}

/** Sets prices, and keeps or copies tasks as demand asks. */
function* changeTasks(past: Past, variant: Variant, seed: number): Generator<undefined, readonly PastTask[]> {
  const prices = groupBy(variant.prices, ({ gpuType }) => gpuType);
  const [whether, when] = [chanceOf(seed), chanceOf(seed + 1)];
  const tasks: PastTask[] = [];
  let sorted = true;
  for (const [index, before] of past.tasks.entries()) {
    if (index % TASKS_PER_TURN === 0) yield;
    const price = prices.get(before.gpuType)?.at(-1);
    const task = lasting(price ? atPrice(before, price.gpuPph) : before);
    const wanted = timesWanted(before, price, variant.demand);
    const times = Math.floor(wanted) + (whether.happens(wanted % 1) ? 1 : 0);
    if (times > 0) tasks.push(task);
    for (let copy = 1; copy < times; copy += 1) {
      const submitS = task.submitS + when.whole(-JITTER_S, JITTER_S);
      tasks.push({
        ...task,
        id: `${task.id}~${copy}`,
        held: null,
        submitS: Math.min(Math.max(submitS, past.fromS), Math.max(past.fromS, past.untilS - 1)),
      });
      sorted = false;
      if (tasks.length % TASKS_PER_TURN === 0) yield;
    }
  }
  return sorted ? tasks : tasks.sort((a, b) => a.submitS - b.submitS);
}

/** A task whose end nobody has seen goes on to its declared end, or beyond the period. */
function lasting(task: PastTask): PastTask {
  if (task.ended !== "still running") return task;
  const { maxSeconds, heldS } = task;
  return maxSeconds > 0
    ? { ...task, heldS: Math.max(heldS, maxSeconds), chargedS: maxSeconds }
    : { ...task, heldS: Infinity };
}

/** The task at another price. If its tenant's money ended it, that lasts longer at a lower price. */
export function atPrice(task: PastTask, gpuPph: number): PastTask {
  if (task.ended !== "funds" || task.gpuPph === 0) return { ...task, gpuPph };
  if (gpuPph === 0 && task.maxSeconds === 0) return { ...task, gpuPph, heldS: Infinity };
  const paidS = Math.floor((task.chargedS * task.gpuPph) / gpuPph);
  const chargedS = task.maxSeconds > 0 ? Math.min(paidS, task.maxSeconds) : paidS;
  return { ...task, gpuPph, chargedS, heldS: task.heldS - task.chargedS + chargedS };
}

/** Number of tasks wanted in place of one. Without a price before or after there is no ratio, and demand stays. */
function timesWanted(task: PastTask, price: Variant["prices"][number] | undefined, demand: Variant["demand"]): number {
  let times = price && price.gpuPph > 0 && task.gpuPph > 0 ? (price.gpuPph / task.gpuPph) ** price.elasticity : 1;
  for (const { factor, tenantId, fromGpus, toGpus } of demand) {
    const meant =
      (tenantId ?? task.tenantId) === task.tenantId &&
      task.gpusMin >= (fromGpus ?? 0) &&
      task.gpusMin <= (toGpus ?? Infinity);
    if (meant) times *= factor;
  }
  return times;
}

/** Most GPUs of each tenant: its own limit, else that of everyone; undefined without limits. */
export function limitOf(limits: Variant["limits"]): ((tenantId: number) => number) | undefined {
  if (limits.length === 0) return undefined;
  const most = new Map(limits.map(({ tenantId, gpus }) => [tenantId, gpus]));
  return (tenantId) => most.get(tenantId) ?? most.get(null) ?? Infinity;
}
