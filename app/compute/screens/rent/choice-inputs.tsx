import { hasWatchdog, isAgentOption } from "~/compute/inside/tasks/agent-options";
import type { Choice } from "../reservation/choice";

/** The confirmed choice as the hidden fields of a form. */
export function ChoiceInputs({ choice, idempotencyKey }: { choice: Choice; idempotencyKey: string }) {
  const { row, idle_minutes, volume_path, volume_read_only, ...rest } = choice;
  const [cluster_name = "", gpu_type = ""] = row.split(":");
  const fields = {
    ...rest,
    ...{ cluster_name, gpu_type, idempotency_key: idempotencyKey },
    // Only a watchdog counts idle minutes.
    ...(isAgentOption(rest.agent) && hasWatchdog(rest.agent) ? { idle_minutes } : {}),
    // Without a volume its folder says nothing.
    ...(rest.volume === "" ? {} : { volume_path, volume_read_only }),
  };
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
