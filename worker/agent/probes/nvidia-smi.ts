import { busOf } from "./xid";

/** Reading `nvidia-smi`: which fields to ask for, and what its answer says. Pure. */

export interface GpuReading {
  index: number;
  uuid: string;
  name: string;
  /** As `busOf` writes it; empty where the device does not say. */
  pci: string;
  /** Null where the device does not say: `N/A`, `[N/A]`, `[Not Supported]`, `[Unknown Error]`. */
  memoryTotalMb: number | null;
  memoryUsedMb: number | null;
  busyPct: number | null;
  uncorrectedEcc: number | null;
  retiredPending: boolean;
}

/** From the fullest to the smallest: one field that a driver does not know fails the whole query. */
export const FIELD_SETS: readonly (readonly string[])[] = [
  [
    "index",
    "uuid",
    "name",
    "pci.bus_id",
    "memory.total",
    "memory.used",
    "utilization.gpu",
    "ecc.errors.uncorrected.volatile.total",
    "retired_pages.pending",
  ],
  ["index", "uuid", "name", "pci.bus_id", "memory.total", "memory.used", "utilization.gpu"],
  ["index", "uuid", "name", "memory.total"],
];

export const REMAP_FIELDS = ["gpu_bus_id", "remapped_rows.pending", "remapped_rows.failure"] as const;

export function queryArguments(fields: readonly string[]): string[] {
  return [`--query-gpu=${fields.join(",")}`, "--format=csv,noheader,nounits"];
}

/** @param fields in the order in which they were asked for. Lines with another number of columns are left out. */
export function parseGpus(output: string, fields: readonly string[]): GpuReading[] {
  return rows(output, fields.length).flatMap((cells) => {
    const cell = (name: string) => cells[fields.indexOf(name)];
    const index = numberOf(cell("index"));
    const uuid = cell("uuid") ?? "";
    if (index === null || !uuid.startsWith("GPU-")) return [];
    return {
      index,
      uuid,
      name: cell("name") ?? "",
      pci: busOf(cell("pci.bus_id")),
      memoryTotalMb: numberOf(cell("memory.total")),
      memoryUsedMb: numberOf(cell("memory.used")),
      busyPct: numberOf(cell("utilization.gpu")),
      uncorrectedEcc: numberOf(cell("ecc.errors.uncorrected.volatile.total")),
      retiredPending: /^yes$/i.test(cell("retired_pages.pending") ?? ""),
    };
  });
}

/** `a5000` of `NVIDIA RTX A5000`, `a100` of `NVIDIA A100-SXM4-80GB`; empty when the name holds no such word. */
export function gpuTypeOf(name: string): string {
  return (/\b[A-Z]{0,2}\d{2,4}[A-Z]?\b/i.exec(name)?.[0] ?? "").toLowerCase();
}

export interface RowRemap {
  pci: string;
  /** Memory rows wait for a reset to be remapped, or could not be. */
  pending: boolean;
  failed: boolean;
}

export function parseRemaps(output: string): RowRemap[] {
  return rows(output, REMAP_FIELDS.length).map(([pci, pending, failure]) => ({
    pci: busOf(pci),
    pending: isFault(pending),
    failed: isFault(failure),
  }));
}

function isFault(cell: string | undefined): boolean {
  return /^yes$/i.test(cell ?? "") || (numberOf(cell) ?? 0) > 0;
}

/** Why a GPU runs below its clocks. Drivers before 535 call the same fields `clocks_throttle_reasons`. */
const SLOW = ["hw_thermal_slowdown", "sw_thermal_slowdown", "hw_power_brake_slowdown", "sw_power_cap"] as const;
export type SlowReason = (typeof SLOW)[number];

export const SLOW_FIELD_SETS: readonly (readonly string[])[] = ["clocks_event_reasons", "clocks_throttle_reasons"].map(
  (group) => ["uuid", ...SLOW.map((reason) => `${group}.${reason}`)],
);

/** Reasons that are active now, by UUID; what a device does not say is none. */
export function parseSlow(output: string): { uuid: string; reasons: SlowReason[] }[] {
  return rows(output, SLOW.length + 1).flatMap(([uuid = "", ...cells]) =>
    uuid.startsWith("GPU-") ? { uuid, reasons: SLOW.filter((_, place) => /^active$/i.test(cells[place] ?? "")) } : [],
  );
}

function rows(output: string, columns: number): string[][] {
  return output
    .split("\n")
    .map((line) => line.split(",").map((cell) => cell.trim()))
    .filter((cells) => cells.length === columns);
}

function numberOf(cell: string | undefined): number | null {
  return cell !== undefined && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : null;
}
