import { GPU_CHOICES } from "~/domain/pricing/sizes";
import { type FreeNode, FreePool, type GpuRequest, type Share } from "./free-pool";
import { grantedSizes, type SizeWish } from "./granted";

export type { FreeNode, GpuRequest, Share } from "./free-pool";

/** The nodes and GPUs for a request outside the fence, all or nothing; null when it does not fit (S2, S4, S5, S7). */
export function choosePlacement(request: GpuRequest, nodes: readonly FreeNode[]): Share[] | null {
  return new FreePool(nodes).choose(request);
}

/** The largest size the wish allows that fits now (S6), with its place; null when not even gpus_min fits. */
export function chooseGranted(
  wish: SizeWish & Pick<GpuRequest, "network">,
  nodes: readonly FreeNode[],
): { gpus: number; shares: Share[] } | null {
  const pool = new FreePool(nodes);
  for (const gpus of grantedSizes(wish)) {
    const shares = pool.choose({ gpus, network: wish.network });
    if (shares) return { gpus, shares };
  }
  return null;
}

/** The GPU choices that would start now on that network (S1, S3). */
export function fitsOf(network: GpuRequest["network"], nodes: readonly FreeNode[]): number[] {
  const pool = new FreePool(nodes);
  return GPU_CHOICES.filter((gpus) => pool.choose({ gpus, network }) !== null);
}
