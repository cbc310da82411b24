import { GPU_CHOICES } from "~/compute/gpu-sizes";
import { type FreeNode, FreePool, type GpuRequest } from "./free-pool";

/** The GPU choices that would start now on that network (S1, S3). */
export function fitsOf(network: GpuRequest["network"], nodes: readonly FreeNode[]): number[] {
  const pool = new FreePool(nodes);
  return GPU_CHOICES.filter((gpus) => pool.choose({ gpus, network }) !== null);
}
