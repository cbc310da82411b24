import { FRAGMENT_LIMIT_GPUS, GPUS_PER_NODE, HOLD_AFTER_S } from "./constants";
import type { FreeNode, GpuRequest } from "./free-pool";

/** Whether a task that does not fit may get a hold, its money apart (S11). */
export function mayHold(task: { gpusMin: number; acceptedAt: Date }, now: Date): boolean {
  return (
    task.gpusMin >= FRAGMENT_LIMIT_GPUS && now.getTime() - task.acceptedAt.getTime() >= HOLD_AFTER_S * 1000
  );
}

/**
 * The nodes to fence for a request, exactly as many as it needs whatever runs on them now (S11): those fenced
 * before that still suit, then wholly free ones, then those with the fewest GPUs in use, ties by node_name.
 * Null when too few nodes suit it.
 */
export function chooseHold(
  request: GpuRequest,
  nodes: readonly FreeNode[],
  fencedBefore: readonly number[] = [],
): number[] | null {
  const needed = Math.ceil(request.gpus / GPUS_PER_NODE);
  const kept = new Set(fencedBefore);
  const suiting = nodes
    .filter((node) => suits(request, node))
    .sort(
      (a, b) =>
        Number(kept.has(b.nodeId)) - Number(kept.has(a.nodeId)) ||
        inUse(a) - inUse(b) ||
        (a.nodeName < b.nodeName ? -1 : 1),
    );
  return suiting.length < needed ? null : suiting.slice(0, needed).map((node) => node.nodeId);
}

function suits({ gpus, network }: GpuRequest, node: FreeNode): boolean {
  const size = gpus > GPUS_PER_NODE ? node.gpus === GPUS_PER_NODE : node.gpus >= gpus;
  return size && (network === "ethernet" || node.ibsActive >= 1);
}

/** A wholly free node has none in use, so it comes first by itself. */
function inUse(node: FreeNode): number {
  return node.gpus - node.freeGpus.length;
}
