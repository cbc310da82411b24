import type { FreeNode } from "~/compute/inside/capacity/free-pool";

/** A node for the pure rules: `free` GPUs of `gpus` are free, those with the highest ids. */
export function node(nodeName: string, given: Partial<FreeNode> & { free?: number } = {}): FreeNode {
  const gpus = given.gpus ?? 8;
  const free = given.free ?? gpus;
  return {
    nodeId: given.nodeId ?? idOf(nodeName),
    nodeName,
    gpus,
    freeGpus: given.freeGpus ?? Array.from({ length: free }, (_, index) => gpus - free + index),
    ibsActive: given.ibsActive ?? 0,
    fencedFor: given.fencedFor ?? null,
    avoided: given.avoided ?? false,
    busySince: given.busySince ?? null,
    freeBy: given.freeBy ?? null,
    images: given.images ?? [],
    withoutRoomFor: given.withoutRoomFor ?? [],
    avoidedBy: given.avoidedBy ?? [],
    stays: given.stays ?? [],
    ...(given.means ? { means: given.means } : {}),
  };
}

/** `n7` → 7, so that tests can name nodes by number. */
function idOf(nodeName: string): number {
  return Number(/\d+$/.exec(nodeName)?.[0] ?? 0);
}
