import type { FindingAction, Severity } from "~/fleet/agent-findings";

/** A fault of a node or one of its GPUs, as `GET /v1/nodes` returns it. Times are epoch seconds. */
export interface OpenFinding {
  id: number;
  name: string;
  severity: Severity;
  /** Advice for the finding. */
  action: FindingAction;
  /** UUID and id of the GPU; null: it concerns the whole node. */
  gpu: string | null;
  gpu_id: number | null;
  first_ts: number;
  last_ts: number;
  count: number;
  text: string;
}

/** Advice to operators, in words. */
export const ACTION_WORDS: Record<FindingAction, string> = {
  ignore: "Nothing to do",
  watch: "Watch it",
  reboot: "Reboot the node",
  inspect: "Inspect the hardware",
  customer: "The customer's own program",
};

/** Text for customers and mails: without the UUID. */
export function onGpu(gpuId: number | null): string {
  return gpuId === null ? "" : ` on GPU ${gpuId}`;
}
