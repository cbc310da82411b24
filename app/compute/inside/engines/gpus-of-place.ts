import { GPUS_PER_NODE, nodesOf } from "~/compute/gpu-sizes";

/** Returns the number of machines that a task of that size needs, and the GPUs on each (S4). */
export function gpusOfPlace(gpus: number): { nodes: number; gpusPerNode: number } {
  return { nodes: nodesOf(gpus), gpusPerNode: Math.min(gpus, GPUS_PER_NODE) };
}
