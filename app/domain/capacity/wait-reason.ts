import { type WaitReason } from "./constants";
import { GPUS_PER_NODE } from "~/domain/pricing/sizes";

/** What a queued task waits for (3.2): money first, for without it no GPU would help (B8). */
export function waitReasonOf(task: { gpusMin: number }, funded: boolean, holds: boolean): WaitReason {
  if (!funded) return "waiting_for_funds";
  if (holds) return "held";
  return task.gpusMin > GPUS_PER_NODE ? "waiting_for_nodes" : "waiting_for_gpus";
}
