import { volumesInWords } from "~/compute/inside/volumes/volume-list";
import type { GpuType } from "~/compute/gpu-type";
import type { Fact } from "~/platform/ui/facts";
import { formatGpus } from "~/platform/ui/format";
import { type Choice, volumesOf } from "../reservation/choice";
import { factsOf } from "../reservation/fields";
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
    ...factsOf(choice),
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
