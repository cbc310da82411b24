import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import type { TraceTask } from "./trace";

/** The part of a running task on one node. */
export interface Running {
  task: TraceTask;
  gpus: number[];
  startS: number;
}

export interface FleetNode {
  nodeId: number;
  nodeName: string;
  freeGpus: number[];
  running: Running[];
}

export interface Part {
  node: FleetNode;
  gpus: number[];
}

export function makeFleet(nodes: number): FleetNode[] {
  return Array.from({ length: nodes }, (_, index) => ({
    nodeId: index + 1,
    nodeName: `n${String(index + 1).padStart(4, "0")}`,
    freeGpus: Array.from({ length: GPUS_PER_NODE }, (_gpu, gpu) => gpu),
    running: [],
  }));
}

export function occupy(parts: readonly Part[], task: TraceTask, startS: number): void {
  for (const { node, gpus } of parts) {
    node.freeGpus = node.freeGpus.filter((gpu) => !gpus.includes(gpu));
    node.running.push({ task, gpus, startS });
  }
}

export function release(nodes: readonly FleetNode[], task: TraceTask): void {
  for (const node of nodes) {
    const ended = node.running.filter((one) => one.task === task);
    if (ended.length === 0) continue;
    node.running = node.running.filter((one) => one.task !== task);
    node.freeGpus = [...node.freeGpus, ...ended.flatMap((one) => one.gpus)].sort((a, b) => a - b);
  }
}
