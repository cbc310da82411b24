import type { FindingAction } from "~/fleet/agent-findings";

/** Advice to operators, in words. */
export const ACTION_WORDS: Record<FindingAction, string> = {
  ignore: "Nothing to do",
  watch: "Watch it",
  reboot: "Reboot the node",
  inspect: "Inspect the machine",
  retire: "Retire one of the two nodes",
  customer: "The customer's own program",
};

/** Text for customers and mails: without the UUID. */
export function onGpu(gpuId: number | null): string {
  return gpuId === null ? "" : ` on GPU ${gpuId}`;
}
