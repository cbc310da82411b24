import { type WaitReason } from "~/compute/placing-times";
import type { NodeNeeds } from "./node-needs";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";

/**
 * Returns what a queued task waits for (3.2): money first, because GPUs alone would not help (B8). `sharedVolumes`: a
 * possible node reaches them.
 */
export function waitReasonOf(
  task: { gpusMin: number; needs?: NodeNeeds | null },
  funded: boolean,
  holds: boolean,
  { sharedVolumes = true }: { sharedVolumes?: boolean } = {},
): WaitReason {
  if (!funded) return "waiting_for_funds";
  if (holds) return "held";
  // The task's volume is on one node or unreachable now, so free GPUs elsewhere do not help.
  if (task.needs && (task.needs.nodeId !== null || (task.needs.shared && !sharedVolumes))) return "waiting_for_volume";
  return task.gpusMin > GPUS_PER_NODE ? "waiting_for_nodes" : "waiting_for_gpus";
}
