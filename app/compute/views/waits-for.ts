import { engineWaitWords } from "~/compute/engine-waits";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import type { WaitReason } from "~/compute/placing-times";

/** Returns the words for a reason after "It waits". */
export function waitsFor(gpus: number, reason: WaitReason): string {
  const inCluster = engineWaitWords(reason);
  if (inCluster) return inCluster;
  if (reason === "waiting_for_funds") return "for funds";
  if (reason === "held") return "until the tasks on the nodes that are kept free for it have ended";
  if (reason === "waiting_for_volume")
    return "for free GPUs on a node that reaches its volume, or until such a node takes tasks again";
  if (gpus > GPUS_PER_NODE) return `until ${gpus / GPUS_PER_NODE} whole nodes are free at the same time`;
  return gpus === 1 ? "for a free GPU" : `for ${gpus} free GPUs on one node`;
}
