/** Reading `nvidia-smi`: which fields to ask for, and what its answer says. Pure. */

export interface GpuReading {
  index: number;
  uuid: string;
  name: string;
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
    "memory.total",
    "memory.used",
    "utilization.gpu",
    "ecc.errors.uncorrected.volatile.total",
    "retired_pages.pending",
  ],
  ["index", "uuid", "name", "memory.total", "memory.used", "utilization.gpu"],
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

/** Number of GPUs whose memory rows wait for a remap or could not be remapped. */
export function countRemapFaults(output: string): number {
  return rows(output, REMAP_FIELDS.length).filter(([, pending, failure]) => isFault(pending) || isFault(failure))
    .length;
}

function isFault(cell: string | undefined): boolean {
  return /^yes$/i.test(cell ?? "") || (numberOf(cell) ?? 0) > 0;
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
