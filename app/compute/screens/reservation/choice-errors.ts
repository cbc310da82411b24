import { GPU_CHOICES } from "~/compute/gpu-sizes";
import { SHOWN } from "~/platform/shown-messages";
import { TASK_TEXTS } from "~/compute/task-texts";
import { Refusal } from "~/platform/refusal";
import { isAgentOption } from "~/compute/inside/tasks/agent-options";
import { centsOf, isSpendLimit } from "~/compute/inside/tasks/own-end";
import { isGrowth } from "~/compute/inside/reserve/growth";
import { requireTags } from "~/compute/task-tags";
import { requireTaskName } from "~/compute/inside/tasks/task-name";
import { volumesIn } from "~/compute/inside/volumes/volume-list";
import type { Choice } from "./choice";
import type { Offer } from "./read-offer.server";
import { rowOf } from "./readiness";

export type ChoiceErrors = Partial<Record<keyof Choice, string>>;

/**
 * Returns the faults of a query by field, with the texts of the rules (9.1). A missing field has its default; a value
 * that is not offered, or no longer, is refused and not quietly replaced.
 */
export function choiceErrors(given: URLSearchParams, choice: Choice, offer: Offer): ChoiceErrors {
  const errors: ChoiceErrors = {};
  const note = (name: keyof Choice, message: string | null) => {
    if (message !== null) errors[name] = message;
  };
  note("task_name", taskNameError(choice.task_name));
  const unknown = (name: keyof Choice) => {
    const value = given.get(name);
    return value !== null && value !== "" && value !== choice[name] ? value : null;
  };
  note("row", rowError(unknown("row"), offer));
  note("tenant_image", imageError(unknown("tenant_image")));
  if (!GPU_CHOICES.map(String).includes(given.get("gpu_min") ?? choice.gpu_min))
    note("gpu_min", TASK_TEXTS.wrongGpuCount);
  note("network", networkError(given.get("network") ?? choice.network, choice, offer));
  if (!isAgentOption(given.get("agent") ?? choice.agent)) note("agent", SHOWN.unreadable);
  note("max_seconds", unknown("max_seconds") === null ? null : TASK_TEXTS.wrongRunTime);
  note("max_dollars", isSpendLimit(centsOf(choice.max_dollars) ?? NaN) ? null : TASK_TEXTS.wrongSpendLimit);
  note("tags", tagsError(choice.tags));
  note("gpus_max", isGrowth(choice) ? null : TASK_TEXTS.wrongGpuRange);
  note("template", templateError(unknown("template")));
  note("volume", volumeError(unknown("volume"), choice, offer));
  note("more_volumes", moreVolumesError(choice, offer));
  if (offer.keys.length > 0 && unknown("ssh_key_id") !== null) note("ssh_key_id", TASK_TEXTS.sshKeyRequired);
  return errors;
}

function taskNameError(typed: string): string | null {
  return refusalOf(() => requireTaskName(typed));
}

function tagsError(typed: string): string | null {
  return refusalOf(() => requireTags(typed));
}

function refusalOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function rowError(row: string | null, { free }: Offer): string | null {
  if (row === null) return null;
  const [cluster = "", gpuType = ""] = row.split(":");
  const known = free.some((one) => one.cluster_name === cluster);
  return known
    ? TASK_TEXTS.unknownGpuType({ gpu_type: gpuType })
    : TASK_TEXTS.unknownCluster({ cluster_name: cluster });
}

function imageError(image: string | null): string | null {
  return image === null ? null : TASK_TEXTS.unknownImage({ tenant_image: image });
}

function templateError(template: string | null): string | null {
  return template === null ? null : TASK_TEXTS.unknownTemplate({ template });
}

/**
 * Returns the fault of a volume: one in another cluster cannot be reached. Visitors have none, and must log in first.
 */
function volumeError(unknown: string | null, { volume, row }: Choice, { volumes }: Offer): string | null {
  const name = unknown ?? volume;
  if (name === "") return null;
  const found = volumes.find((one) => one.name === name);
  return found && row.startsWith(`${found.cluster_name}:`) ? null : TASK_TEXTS.unknownVolume({ name });
}

function moreVolumesError(choice: Choice, offer: Offer): string | null {
  const volumes = volumesIn(choice.more_volumes);
  if (volumes === null) return SHOWN.unreadable;
  return volumes.map(({ name }) => volumeError(name, choice, offer)).find((error) => error !== null) ?? null;
}

function networkError(network: string, choice: Choice, { free }: Offer): string | null {
  const row = rowOf(choice, free);
  if (!row || row.networks.includes(network)) return null;
  return TASK_TEXTS.noSuchNetwork({ cluster_name: row.cluster_name, network });
}
