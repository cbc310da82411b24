import type { DesiredTask } from "~/fleet/agent-messages";
import type { Judgement } from "./judge-event";

/** Words of an engine that has no GPU to give: NVIDIA's toolkit is gone, or its file does not know a GPU of this machine. */
const NO_GPUS = /could not select device driver|unresolvable CDI devices/i;

/**
 * Judges a failed start; null if the machine may be sound. Variables of a customer's own image can make NVIDIA's runtime
 * answer with these words, and must not take the node from everybody.
 */
export function judgeStart(error: unknown, { image_own }: Pick<DesiredTask, "image_own">): Judgement | null {
  if (image_own || !NO_GPUS.test(String(error))) return null;
  const text =
    "the container engine gives no GPUs: look at nvidia-container-toolkit, or make /etc/cdi/nvidia.yaml again";
  return { name: "gpu-runtime", severity: "critical", action: "inspect", text };
}
