import type { FormAnswer } from "~/platform/http/form.server";
import type { Choice } from "../reservation/choice";
import type { ChoiceErrors } from "../reservation/choice-errors";

/** The form's field for each field of the request; cluster and GPU type are one choice there. */
const FIELD: Record<string, keyof Choice | undefined> = {
  task_name: "task_name",
  ssh_key_id: "ssh_key_id",
  cluster_name: "row",
  gpu_type: "row",
  tenant_image: "tenant_image",
  gpu_min: "gpu_min",
  network: "network",
  agent: "agent",
  max_seconds: "max_seconds",
  max_dollars: "max_dollars",
  idle_minutes: "idle_minutes",
  tags: "tags",
  gpus_max: "gpus_max",
  gpus_incr: "gpus_max",
  template: "template",
  volume: "volume",
  volume_path: "volume_path",
  volumes: "more_volumes",
};

/** Returns the errors of form fields in a refused start; empty if it is about something else, such as money. */
export function refusedFields(answer: FormAnswer | undefined): ChoiceErrors {
  const errors: ChoiceErrors = {};
  for (const [name, texts] of Object.entries(answer?.lastResult.error ?? {})) {
    const field = FIELD[name];
    const [text] = texts ?? [];
    if (field !== undefined && text !== undefined) errors[field] = text;
  }
  return errors;
}
