import { volumesInWords } from "~/compute/inside/volumes/volume-list";
import type { GpuType } from "~/compute/gpu-type";
import type { Fact } from "~/platform/ui/facts";
import { formatGpus } from "~/platform/ui/format";
import { AGENT_LABELS, NETWORK_LABELS, stopAfterLabel } from "~/platform/ui/labels";
import { hasWatchdog, isAgentOption } from "~/compute/inside/tasks/agent-options";
import { type Choice, growthText, volumesOf } from "../reservation/choice";
import { typeOf } from "../reservation/readiness";
import type { Offer } from "../reservation/read-offer.server";

/** One chosen value. */
export interface ChoiceFact extends Fact {
  value: string;
}

/**
 * Describes every choice in words: the order on the confirm step no longer changes, so the browser needs no script for
 * it.
 */
export function choiceFacts(choice: Choice, offer: Offer, loggedIn: boolean): ChoiceFact[] {
  const [cluster = "", gpuType = ""] = choice.row.split(":");
  const key = offer.keys.find((one) => String(one.id) === choice.ssh_key_id);
  const image = offer.images.find((one) => one.tenant_image === choice.tenant_image);
  const template = offer.templates.find(({ name }) => name === choice.template);
  const volumes = volumesOf(choice);
  const keyFact = { label: "SSH Key", value: key?.name ?? "none yet" };
  const type = typeOf(choice, offer);
  return [
    { label: "Task Name", value: choice.task_name },
    ...(loggedIn ? [keyFact] : []),
    { label: "Cluster", value: cluster },
    { label: "GPUs", value: formatGpus(Number(choice.gpu_min), gpuType) },
    template
      ? { label: "Template", value: template.title }
      : { label: "Image", value: image?.os_name ?? choice.tenant_image },
    ...(volumes === ""
      ? []
      : [{ label: volumes.includes(",") ? "Volumes" : "Volume", value: volumesInWords(volumes) }]),
    { label: "Network", value: NETWORK_LABELS[choice.network] ?? choice.network },
    { label: "Agent", value: AGENT_LABELS[choice.agent] ?? choice.agent },
    ...(choice.gpus_max === "0" ? [] : [{ label: "Grows", value: growthText(choice) }]),
    ...endFacts(choice),
    ...(choice.tags.trim() === "" ? [] : [{ label: "Tags", value: choice.tags.trim() }]),
    ...(type ? [{ label: "Each GPU", value: typeText(type), long: true }] : []),
  ];
}

/** Describes a GPU and the resources with it. */
function typeText({ gpuType, name, memory, cores, cpu, ram, disk }: GpuType): string {
  return [name || gpuType, memory, cores && `${cores} cores`, cpu, ram && `${ram} RAM`, disk]
    .filter(Boolean)
    .join(", ")
    .replaceAll(" per GPU", "");
}

/** Describes the chosen limits at which the task ends. */
function endFacts({ agent, idle_minutes, max_seconds, max_dollars }: Choice) {
  const watched = isAgentOption(agent) && hasWatchdog(agent);
  return [
    ...(watched ? [{ label: "Watchdog stops after", value: `${idle_minutes} minutes of idle GPUs` }] : []),
    ...(max_seconds === "0" ? [] : [{ label: "Stop after", value: stopAfterLabel(max_seconds) }]),
    ...(max_dollars.trim() === "" ? [] : [{ label: "Spend limit", value: `$${max_dollars.trim()}` }]),
  ];
}
