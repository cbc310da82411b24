import type { Observed } from "~/fleet/agent-messages";
import type { NodeHardware } from "./probes/sysinfo";
import type { Runtime } from "./runtime";
import type { VolumeFolder } from "./volume-folder";

interface Parts {
  runtime: Runtime;
  volumes: VolumeFolder | null;
  hardware: NodeHardware;
}

/** The node's means other than GPUs, for its report; faults in them become findings. */
export function readMeans({
  runtime,
  volumes,
  hardware,
}: Parts): Pick<Observed, "runtime" | "images" | "images_without_room" | "volumes"> {
  hardware.note("runtime", runtime.conditions?.() ?? []);
  hardware.note("volumes", volumes?.conditions() ?? []);
  return {
    runtime: runtime.name,
    images: runtime.images?.().slice(),
    images_without_room: runtime.imagesWithoutRoom?.(),
    volumes: volumes?.described(),
  };
}
