import type { GpuProbe } from "../probes/gpus";
import { type Card, gpuTypeOf, type SlowReason } from "../probes/nvidia-smi";
import { type Condition, type GpuOfNode, WHOLE_NODE } from "./finding-book";

/** Failed queries in a row after which the node counts as faulty and not merely busy. */
export const SICK_AFTER = 3;

/**
 * Judges the health of the GPUs from a query of the devices. @param uuids of all GPUs that the node should have, by id.
 */
export function judgeGpus({ gpus, remaps, warning }: GpuProbe, uuids: readonly string[]): Condition[] {
  const on = (uuid: string): GpuOfNode => gpuOf(uuid, uuids);
  const missing = uuids
    .filter((uuid) => !gpus.some((gpu) => gpu.uuid === uuid))
    .map((uuid) => critical("gpu-missing", "reboot", "the GPU is not there any more", on(uuid)));
  const own = gpus.flatMap((gpu) => {
    const errors = gpu.uncorrectedEcc ?? 0;
    const remap = remaps.find(({ pci }) => pci !== "" && pci === gpu.pci);
    return [
      ...(gpu.fault === "lost" ? [critical("gpu-lost", "reboot", "the driver has lost the GPU", on(gpu.uuid))] : []),
      ...(gpu.fault === "reset" ? [critical("gpu-reset", "reboot", "the GPU has to be reset", on(gpu.uuid))] : []),
      ...(gpu.fault === "unread"
        ? [critical("gpu-unread", "inspect", "the driver answers each figure of the GPU with an error", on(gpu.uuid))]
        : []),
      ...(errors > 0
        ? [
            {
              ...critical("ecc-uncorrected", "reboot", `${errors} uncorrected memory errors`, on(gpu.uuid)),
              count: errors,
            },
          ]
        : []),
      ...(gpu.retiredPending
        ? [critical("pages-pending", "reboot", "memory pages wait to be retired", on(gpu.uuid))]
        : []),
      ...(remap?.pending ? [critical("rows-pending", "reboot", "memory rows wait to be remapped", on(gpu.uuid))] : []),
      ...(remap?.failed ? [critical("rows-failed", "inspect", "memory rows could not be remapped", on(gpu.uuid))] : []),
    ];
  });
  const warned = gpus.filter(({ pci }) => pci !== "" && pci === warning?.pci);
  const about = warned.length === 1 && warned[0] ? on(warned[0].uuid) : WHOLE_NODE;
  const exit: Condition[] = warning
    ? [{ name: warning.name, severity: "warning", action: "inspect", text: warning.text, ...about }]
    : [];
  return [...missing, ...own, ...exit, ...unnamedRemaps(remaps, gpus)];
}

/** Finds cards of another type than the node was enrolled with: tasks there would be charged that type's price. */
export function judgeCards(gpus: GpuProbe["gpus"], card: Card | null, uuids: readonly string[]): Condition[] {
  const type = card && gpuTypeOf(card.name, card.memoryTotalMb);
  const text = `the GPU is another card than the ${type} of this node: retire the node and enrol the machine again`;
  return gpus
    .filter(
      ({ name, memoryTotalMb: mb, fault }) =>
        type && name && fault === null && mb !== null && gpuTypeOf(name, mb) !== type,
    )
    .map(({ uuid }) => critical("gpu-other", "inspect", text, gpuOf(uuid, uuids)));
}

/**
 * Judges failed rows without a bus: a driver that does not report the buses of its GPUs still reports them, for the
 * node.
 */
function unnamedRemaps(remaps: GpuProbe["remaps"], gpus: GpuProbe["gpus"]): Condition[] {
  const faults = remaps.filter((remap) => remap.failed || remap.pending);
  const unnamed = faults.filter(({ pci }) => pci === "" || !gpus.some((gpu) => gpu.pci === pci));
  if (unnamed.length === 0) return [];
  const text = "memory rows of a GPU wait to be remapped, or could not be";
  return [{ ...critical("rows-failed", "inspect", text, WHOLE_NODE), count: unnamed.length }];
}

const SILENCE = {
  hung: { action: "reboot", text: "nvidia-smi does not answer" },
  failed: { action: "reboot", text: "nvidia-smi fails" },
  absent: { action: "inspect", text: "nvidia-smi is not on this machine any more" },
} as const;

/** @param times number of failures in a row, including this one. */
export function judgeSilence(outcome: GpuProbe["outcome"], times: number): Condition[] {
  if (outcome === "answered") return [];
  const severity = times >= SICK_AFTER ? "critical" : "warning";
  return [{ name: `nvidia-smi-${outcome}`, severity, ...SILENCE[outcome], ...WHOLE_NODE }];
}

const SLOW: Record<
  SlowReason,
  { name: string; severity: "info" | "warning"; action: "inspect" | "ignore"; text: string }
> = {
  hw_thermal_slowdown: {
    name: "thermal-slowdown",
    severity: "warning",
    action: "inspect",
    text: "too hot, slowed down by the hardware",
  },
  sw_thermal_slowdown: {
    name: "thermal-slowdown",
    severity: "warning",
    action: "inspect",
    text: "too hot, slowed down by the driver",
  },
  hw_power_brake_slowdown: {
    name: "power-brake",
    severity: "warning",
    action: "inspect",
    text: "slowed down by the power supply",
  },
  // Every busy GPU reaches its power limit occasionally.
  sw_power_cap: { name: "power-cap", severity: "info", action: "ignore", text: "runs at its limit of power" },
};

export function judgeSlow(
  slow: readonly { uuid: string; reasons: readonly SlowReason[] }[],
  uuids: readonly string[],
): Condition[] {
  return slow.flatMap(({ uuid, reasons }) => reasons.map((reason) => ({ ...SLOW[reason], ...gpuOf(uuid, uuids) })));
}

export function judgeDivided(divided: readonly string[], uuids: readonly string[]): Condition[] {
  const text = "MIG mode is on, so a task finds no whole GPU: turn it off with nvidia-smi -mig 0";
  return divided.map((uuid) => critical("gpu-mig", "inspect", text, gpuOf(uuid, uuids)));
}

export function judgeProhibited(prohibited: readonly string[], uuids: readonly string[]): Condition[] {
  const text = "the compute mode is Prohibited, so no program can use the GPU: set it with nvidia-smi -c DEFAULT";
  return prohibited.map((uuid) => critical("gpu-prohibited", "inspect", text, gpuOf(uuid, uuids)));
}

export function judgeUnjoined(unjoined: readonly string[], uuids: readonly string[]): Condition[] {
  const text = "the GPU has not joined its NVLink fabric, so no program can use it: look at nvidia-fabricmanager";
  return unjoined.map((uuid) => critical("gpu-fabric", "inspect", text, gpuOf(uuid, uuids)));
}

export function gpuOf(uuid: string, uuids: readonly string[]): GpuOfNode {
  const id = uuids.indexOf(uuid);
  return { gpu: uuid, gpu_id: id < 0 ? null : id };
}

function critical(name: string, action: "reboot" | "inspect", text: string, on: GpuOfNode): Condition {
  return { name, severity: "critical", action, text, ...on };
}
