/** Writes the output of `nvidia-smi` for simulated GPUs. Pure. */

export interface SmiGpu {
  index: number;
  uuid: string;
  name: string;
  memoryTotalMb: number;
  memoryUsedMb: number;
  busyPct: number;
}

/** Invalid arguments, in words for the caller. */
export class SmiMistake extends Error {}

export const NOTE = "These GPUs are simulated: there is no device behind the figures.";

export function listGpus(gpus: SmiGpu[]): string {
  return lines(gpus.map(({ index, name, uuid }) => `GPU ${index}: ${name} (UUID: ${uuid})`));
}

interface Field {
  unit?: string;
  value: (gpu: SmiGpu, all: SmiGpu[]) => string | number;
}
const absent: Field = { value: () => "[N/A]" };
const FIELDS: Record<string, Field> = {
  index: { value: (gpu) => gpu.index },
  count: { value: (_gpu, all) => all.length },
  name: { value: (gpu) => gpu.name },
  uuid: { value: (gpu) => gpu.uuid },
  "pci.bus_id": { value: (gpu) => busId(gpu.index) },
  driver_version: { value: () => "simulated" },
  timestamp: { value: () => new Date().toISOString().replaceAll("-", "/").replace("T", " ").slice(0, 23) },
  "memory.total": { unit: "MiB", value: (gpu) => gpu.memoryTotalMb },
  "memory.used": { unit: "MiB", value: (gpu) => gpu.memoryUsedMb },
  "memory.free": { unit: "MiB", value: (gpu) => gpu.memoryTotalMb - gpu.memoryUsedMb },
  "utilization.gpu": { unit: "%", value: (gpu) => gpu.busyPct },
  "utilization.memory": {
    unit: "%",
    value: (gpu) => Math.round((gpu.memoryUsedMb / gpu.memoryTotalMb) * 100),
  },
  ...Object.fromEntries(
    [
      ...["temperature.gpu", "fan.speed", "pstate", "power.draw", "power.limit", "persistence_mode"],
      ...["clocks.sm", "clocks.mem", "clocks.gr", "compute_cap", "compute_mode", "mig.mode.current", "serial"],
      ...["ecc.mode.current", "ecc.errors.uncorrected.volatile.total", "retired_pages.pending", "vbios_version"],
      "pid",
    ].map((name) => [name, absent]),
  ),
};
const OTHER_NAMES: Record<string, string> = { gpu_name: "name", gpu_uuid: "uuid", gpu_bus_id: "pci.bus_id" };

/** Formats lines of CSV. @throws SmiMistake for an unknown field, or without the required format. */
export function queryGpus(gpus: SmiGpu[], given: string, format: string): string {
  const options = format.split(",").map((one) => one.trim());
  if (!options.includes("csv")) throw new SmiMistake("Missing --format=csv[,noheader][,nounits].");
  const asked = given.split(",").map((one) => one.trim());
  const fields = asked.map((name) => {
    const field = FIELDS[OTHER_NAMES[name] ?? name];
    if (!field) throw new SmiMistake(`Field "${name}" is not a valid field to query.`);
    return { name, ...field };
  });
  const header = fields.map(({ name, unit }) => (unit ? `${name} [${unit}]` : name)).join(", ");
  const withUnit = (unit: string | undefined) => (unit && !options.includes("nounits") ? ` ${unit}` : "");
  const rows = gpus.map((gpu) => fields.map(({ value, unit }) => `${value(gpu, gpus)}${withUnit(unit)}`).join(", "));
  return lines(options.includes("noheader") ? rows : [header, ...rows]);
}

const WIDTH = 79;

/** The overview that it prints without arguments. */
export function table(gpus: SmiGpu[], now: Date): string {
  const rule = `+${"-".repeat(WIDTH - 2)}+`;
  const row = (text: string) => `| ${text.padEnd(WIDTH - 4)} |`;
  const heads = "GPU  Name                                Memory-Usage          GPU-Util  Bus-Id";
  const body = gpus.map(({ index, name, memoryUsedMb, memoryTotalMb, busyPct }) => {
    const memory = `${memoryUsedMb}MiB / ${memoryTotalMb}MiB`;
    return row(`${String(index).padStart(3)}  ${name.padEnd(36)}${memory.padEnd(22)}${`${busyPct}%`.padStart(8)}`);
  });
  return lines([
    now.toUTCString(),
    rule,
    row("NVIDIA-SMI, SIMULATED"),
    row(NOTE),
    rule,
    row(heads.replace("  Bus-Id", "")),
    rule,
    ...body,
    rule,
  ]);
}

function busId(index: number): string {
  return `00000000:${(index + 1).toString(16).padStart(2, "0").toUpperCase()}:00.0`;
}

function lines(all: string[]): string {
  return all.map((line) => `${line}\n`).join("");
}
