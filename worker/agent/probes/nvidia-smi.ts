import { GPU_CARDS } from "./gpu-cards";
import { busOf } from "./xid";

/** Fields and answers of `nvidia-smi`. Pure. */

export interface GpuReading {
  index: number;
  uuid: string;
  /** Empty if the device reports none. */
  name: string;
  /** Bus in the form of `busOf`; empty if the device reports none. */
  pci: string;
  /** Null if the device reports none: `N/A`, `[N/A]`, `[Not Supported]`, `[Unknown Error]`, or any other words. */
  memoryTotalMb: number | null;
  memoryUsedMb: number | null;
  busyPct: number | null;
  uncorrectedEcc: number | null;
  retiredPending: boolean;
  /** The reason why its driver no longer has figures for it. */
  fault: "lost" | "reset" | "unread" | null;
}

/** Queries from the fullest to the smallest, because one field that a driver does not know fails the whole query. */
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

/** The columns before this one name the GPU. */
const FIGURES_FROM = 4;

export const REMAP_FIELDS = ["gpu_bus_id", "remapped_rows.pending", "remapped_rows.failure"] as const;

export function queryArguments(fields: readonly string[]): string[] {
  return [`--query-gpu=${fields.join(",")}`, "--format=csv,noheader,nounits"];
}

/**
 * Parses the GPUs. @param fields in the requested order. Lines with another number of columns, and of a GPU that was listed
 * before, are skipped.
 */
export function parseGpus(output: string, fields: readonly string[]): GpuReading[] {
  const seen = new Set<string>();
  return rows(output, fields.length).flatMap((cells) => {
    const cell = (name: string) => cells[fields.indexOf(name)];
    const index = numberOf(cell("index"));
    const uuid = cell("uuid") ?? "";
    if (index === null || !uuid.startsWith("GPU-") || seen.has(uuid)) return [];
    seen.add(uuid);
    return {
      index,
      uuid,
      name: (cell("name") ?? "").replace(NO_NAME, ""),
      pci: busOf(cell("pci.bus_id")),
      memoryTotalMb: numberOf(cell("memory.total")),
      memoryUsedMb: numberOf(cell("memory.used")),
      busyPct: numberOf(cell("utilization.gpu"), 100),
      uncorrectedEcc: numberOf(cell("ecc.errors.uncorrected.volatile.total"), Number.MAX_SAFE_INTEGER),
      retiredPending: /^yes$/i.test(cell("retired_pages.pending") ?? ""),
      fault: faultOf(cells),
    };
  });
}

/** Fewest cells that must all say an error: a single figure may fail on a GPU that works. */
const UNREAD_LEAST = 3;
/** Words in place of a name, such as `[Unknown Error]`. */
const NO_NAME = /^(?:\[.*\]|ERR!|N\/A)$/i;
const ERROR_WORDS = /^(?:\[Unknown Error\]|ERR!)$/i;
/** Words for a figure that this kind of card does not have. */
const NO_FIGURE = /^\[?(?:N\/A|Not Supported)\]?$/i;

/**
 * Returns the fault that a cell names for an unreachable GPU, or `unread` if each figure that it has is an error. All
 * other words mean that a figure is unknown.
 */
function faultOf(cells: readonly string[]): GpuReading["fault"] {
  const says = (words: RegExp) => cells.some((cell) => words.test(cell));
  if (says(/^\[?(?:GPU is lost|GPU has fallen off the bus)\b.*$/i)) return "lost";
  if (says(/^\[?(?:GPU )?(?:requires (?:a )?re(?:set|start)|reset required)\b.*$/i)) return "reset";
  const figures = cells.slice(FIGURES_FROM).filter((cell) => !NO_FIGURE.test(cell));
  return figures.length >= UNREAD_LEAST && figures.every((cell) => ERROR_WORDS.test(cell)) ? "unread" : null;
}

/** The reason why `nvidia-smi` exits with a code although it lists the GPUs. */
export interface ExitWarning {
  name: string;
  text: string;
  /** The GPU that it names; empty if it names none. */
  pci: string;
  /** True for a code that accompanies the rows of the GPUs that answer. */
  explains: boolean;
}

const EXITS: Record<number, [name: string, text: string]> = {
  8: ["gpu-power-cable", "external power cables are not attached to a GPU"],
  10: ["gpu-interrupts", "the kernel sees an interrupt issue with a GPU"],
  14: ["inforom-corrupt", "the infoROM of a GPU is corrupted"],
  15: ["gpu-inaccessible", "a GPU is not accessible"],
};
/** The message about a GPU that `nvidia-smi` leaves out, whatever its exit code. */
const OUT_OF_REACH = /unable to determine the device handle/i;

export function warningOf(code: number | null, output: string): ExitWarning {
  const known = EXITS[OUT_OF_REACH.test(output) ? 15 : (code ?? 0)];
  const [name, text] = known ?? ["nvidia-smi-exit", `nvidia-smi lists the GPUs and ends with code ${code ?? "none"}`];
  const pci = busOf(/\bgpu ?(?:\d+: +)?((?:[0-9a-f]+:)?[0-9a-f]{2}:[0-9a-f]{2})\b/i.exec(output)?.[1]);
  return { name, text, pci, explains: known !== undefined };
}

/** The driver rounds, and keeps some memory for itself. */
const [LEAST, MOST] = [0.87, 1.03];

/**
 * Returns the key of the price list for a GPU, by its name and memory. It is empty for an unlisted GPU and for a part
 * of one, so that two different cards never share a price by accident.
 */
export function gpuTypeOf(name: string, memoryMb: number | null = null): string {
  const plain = name
    .replace(/^(?:NVIDIA|Tesla)\s+/i, "")
    .replace(/^Tesla\s+/i, "")
    .toLowerCase();
  const fits = GPU_CARDS.filter(
    (card) =>
      card.name.toLowerCase() === plain &&
      (memoryMb === null || (memoryMb >= card.gb * 1024 * LEAST && memoryMb <= card.gb * 1024 * MOST)),
  );
  const [card] = fits;
  return card && fits.length === 1 ? card.type : "";
}

/** The facts that decide a GPU's type. */
export type Card = Pick<GpuReading, "name" | "memoryTotalMb">;

/** The type that all of a machine's GPUs are; empty if they differ. */
export function commonTypeOf(gpus: readonly Card[]): string {
  const types = new Set(gpus.map(({ name, memoryTotalMb }) => gpuTypeOf(name, memoryTotalMb)));
  return types.size === 1 ? ([...types][0] ?? "") : "";
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

/** Reasons why a GPU runs below its clocks. Drivers before 535 call the same fields `clocks_throttle_reasons`. */
const SLOW = ["hw_thermal_slowdown", "sw_thermal_slowdown", "hw_power_brake_slowdown", "sw_power_cap"] as const;
export type SlowReason = (typeof SLOW)[number];

/** Figures that are asked together with these reasons. */
const FIGURES = ["temperature.gpu", "power.draw", "clocks.sm", "ecc.errors.corrected.volatile.total"] as const;

export const SLOW_FIELD_SETS: readonly (readonly string[])[] = [FIGURES, []].flatMap((figures) =>
  ["clocks_event_reasons", "clocks_throttle_reasons"].map((group) => [
    "uuid",
    ...SLOW.map((reason) => `${group}.${reason}`),
    ...figures,
  ]),
);

export interface GpuState {
  uuid: string;
  /** Active reasons; an unreported one is inactive. */
  reasons: SlowReason[];
  tempC: number | null;
  powerW: number | null;
  clockMhz: number | null;
  correctedEcc: number | null;
}

/** Parses the state of the GPUs. @param fields in the requested order. */
export function parseSlow(output: string, fields: readonly string[]): GpuState[] {
  return rows(output, fields.length).flatMap(([uuid = "", ...cells]) => {
    if (!uuid.startsWith("GPU-")) return [];
    const cell = (name: (typeof FIGURES)[number]) => cells[fields.indexOf(name) - 1];
    return {
      uuid,
      reasons: SLOW.filter((_, place) => /^active$/i.test(cells[place] ?? "")),
      tempC: numberOf(cell("temperature.gpu")),
      powerW: numberOf(cell("power.draw")),
      clockMhz: numberOf(cell("clocks.sm")),
      correctedEcc: numberOf(cell("ecc.errors.corrected.volatile.total"), Number.MAX_SAFE_INTEGER),
    };
  });
}

/** Parses `nvidia-smi nvlink -e`: the sum of all error counters of a GPU's links, by UUID. */
export function parseLinkErrors(output: string): Map<string, number> {
  const sums = new Map<string, number>();
  let uuid = "";
  for (const line of output.split("\n")) {
    uuid = /\(UUID: (GPU-[^)]+)\)/.exec(line)?.[1] ?? uuid;
    const count = /^\s*Link \d+: .*Errors?: (\d+)\s*$/.exec(line)?.[1];
    if (count !== undefined) sums.set(uuid, (sums.get(uuid) ?? 0) + Number(count));
  }
  return sums;
}

/** A mode that shows in the first field; further ones say more, and older drivers lack them. */
export interface UnusableMode {
  fields: readonly string[];
  is: RegExp;
}

/** Modes in which no program can use a GPU whole. */
export const UNUSABLE_MODES = {
  /** MIG: programs find parts, which are not offered, and nothing if there is none. */
  divided: { fields: ["mig.mode.current"], is: /^enabled$/i },
  /** Compute mode in which the driver refuses every program. */
  prohibited: { fields: ["compute_mode"], is: /^prohibited$/i },
  /**
   * Without its fabric manager an NVSwitch machine lists its GPUs, and every program fails as it begins. Joining may also
   * complete with an error; before that, the status means nothing.
   */
  unjoined: {
    fields: ["fabric.state", "fabric.status"],
    is: /^(?:in progress|not started)\b|^completed, (?!success$|n\/a$|not supported$)[a-z]/i,
  },
} satisfies Record<string, UnusableMode>;

/** The GPUs, and whether each is in that mode. */
export function parseMode(output: string, { fields, is }: UnusableMode): { uuid: string; isOn: boolean }[] {
  return rows(output, 1 + fields.length).flatMap(([uuid = "", ...mode]) =>
    uuid.startsWith("GPU-") ? { uuid, isOn: is.test(mode.join(", ")) } : [],
  );
}

function rows(output: string, columns: number): string[][] {
  return output
    .split("\n")
    .map((line) => line.split(",").map((cell) => cell.trim()))
    .filter((cells) => cells.length === columns);
}

/** Largest figure in a report. */
const FIGURE_MAX = 2_147_483_647;

/**
 * Parses a number; null for other text, and for an impossible value: NVML returns the largest number for an unknown
 * one.
 */
function numberOf(cell: string | undefined, most = FIGURE_MAX): number | null {
  const figure = cell !== undefined && /^\d+(\.\d+)?$/.test(cell) ? Number(cell) : null;
  return figure !== null && figure <= most ? figure : null;
}
