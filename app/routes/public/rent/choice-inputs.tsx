import { hasWatchdog, isAgentOption } from "~/domain/tasks/agent-options";
import type { Choice } from "../reservation/choice";

/** The confirmed choice as the hidden fields of a form. */
export function ChoiceInputs({ choice, idempotencyKey }: { choice: Choice; idempotencyKey: string }) {
  const [clusterName = "", gpuType = ""] = choice.row.split(":");
  const fields: Record<string, string> = {
    task_name: choice.task_name,
    ssh_key_id: choice.ssh_key_id,
    cluster_name: clusterName,
    gpu_type: gpuType,
    tenant_image: choice.tenant_image,
    gpu_min: choice.gpu_min,
    network: choice.network,
    agent: choice.agent,
    max_seconds: choice.max_seconds,
    max_dollars: choice.max_dollars,
    // Only a watchdog counts idle minutes.
    ...(isAgentOption(choice.agent) && hasWatchdog(choice.agent) ? { idle_minutes: choice.idle_minutes } : {}),
    tags: choice.tags,
    gpus_max: choice.gpus_max,
    gpus_incr: choice.gpus_incr,
    template: choice.template,
    volume: choice.volume,
    more_volumes: choice.more_volumes,
    // Without a volume its folder says nothing.
    ...(choice.volume === "" ? {} : { volume_path: choice.volume_path, volume_read_only: choice.volume_read_only }),
    idempotency_key: idempotencyKey,
  };
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
