/**
 * The figures of a node in a unit of time, as they are stored: whole numbers in lists, so that a day of a GPU takes
 * little room. The places are these, and never change: a new figure is added at the end.
 */

/** Merging of several rows: the mean by their samples, the largest or the smallest. */
type Merge = "mean" | "max" | "min";

interface Figure {
  merge: Merge;
  /** Stored number of one unit: 10 keeps a decimal. */
  scale: number;
}

const figure = (merge: Merge, scale = 1): Figure => ({ merge, scale });

export const GPU_FIGURES = {
  /** Percent. */
  busy: figure("mean", 10),
  busyMax: figure("max", 10),
  /** Percent of its own memory. */
  mem: figure("mean", 10),
  memMax: figure("max", 10),
  /** Degrees Celsius. */
  temp: figure("mean", 10),
  tempMax: figure("max", 10),
  /** Watts. */
  power: figure("mean", 10),
  powerMax: figure("max", 10),
  /** MHz. */
  clock: figure("mean"),
  clockMin: figure("min"),
  /** Percent of the reports in which it was slowed down for this reason. */
  slowThermal: figure("mean", 10),
  slowPower: figure("mean", 10),
  slowOther: figure("mean", 10),
} as const satisfies Record<string, Figure>;

export const NODE_FIGURES = {
  /** Percent of all processors. */
  cpu: figure("mean", 10),
  cpuMax: figure("max", 10),
  /** Percent of the memory. */
  mem: figure("mean", 10),
  memMax: figure("max", 10),
  /** KB a second. */
  diskRead: figure("mean"),
  diskReadMax: figure("max"),
  diskWrite: figure("mean"),
  diskWriteMax: figure("max"),
  /** GB. */
  diskFree: figure("min"),
  /** KB a second. */
  netReceived: figure("mean"),
  netReceivedMax: figure("max"),
  netSent: figure("mean"),
  netSentMax: figure("max"),
} as const satisfies Record<string, Figure>;

/** Counters of errors of each GPU, as differences. */
export const ERROR_KINDS = ["eccCorrected", "eccUncorrected", "link"] as const;

export type GpuFigure = keyof typeof GPU_FIGURES;
export type NodeFigure = keyof typeof NODE_FIGURES;
export type ErrorKind = (typeof ERROR_KINDS)[number];
export type OfGpu = Record<GpuFigure, number | null>;
export type OfNode = Record<NodeFigure, number | null>;
export type Errors = Record<ErrorKind, number>;

export const GPU_NAMES = Object.keys(GPU_FIGURES) as GpuFigure[];
export const NODE_NAMES = Object.keys(NODE_FIGURES) as NodeFigure[];

/** A stored row. */
export interface Stored {
  samples: number;
  node: readonly (number | null)[];
  gpus: readonly (number | null)[];
  /** Null: no errors. */
  errors: readonly (number | null)[] | null;
}

const SMALL_MAX = 32_767;
const INT_MAX = 2_147_483_647;

/** Writes figures as a list. A number that does not fit becomes the largest that does. */
export function storedNode(given: Partial<OfNode>): (number | null)[] {
  return NODE_NAMES.map((name) => stored(given[name], NODE_FIGURES[name].scale, INT_MAX));
}

export function storedGpus(given: readonly Partial<OfGpu>[]): (number | null)[] {
  return given.flatMap((gpu) => GPU_NAMES.map((name) => stored(gpu[name], GPU_FIGURES[name].scale, SMALL_MAX)));
}

function stored(value: number | null | undefined, scale: number, most: number): number | null {
  return value == null ? null : Math.min(most, Math.round(value * scale));
}

/** Reads a list. */
export function nodeOf(list: Stored["node"]): OfNode {
  const values = NODE_NAMES.map((name, place) => [name, unscaled(list[place], NODE_FIGURES[name].scale)]);
  return Object.fromEntries(values) as OfNode;
}

export function gpusOf(list: Stored["gpus"]): OfGpu[] {
  return Array.from({ length: Math.floor(list.length / GPU_NAMES.length) }, (_, gpu) => {
    const values = GPU_NAMES.map((name, place) => [
      name,
      unscaled(list[gpu * GPU_NAMES.length + place], GPU_FIGURES[name].scale),
    ]);
    return Object.fromEntries(values) as OfGpu;
  });
}

export function errorsOf(list: Stored["errors"], gpu: number): Errors {
  const values = ERROR_KINDS.map((kind, place) => [kind, list?.[gpu * ERROR_KINDS.length + place] ?? 0]);
  return Object.fromEntries(values) as Errors;
}

function unscaled(value: number | null | undefined, scale: number): number | null {
  return value == null ? null : value / scale;
}

/** Merges rows into one: of a minute, an hour, a day, or a point of a chart. */
export function mergedRows(rows: readonly Stored[]): Stored {
  const errors = rows.flatMap((row) => row.errors ?? []);
  return {
    samples: rows.reduce((sum, row) => sum + row.samples, 0),
    node: mergedLists(rows, "node", Object.values(NODE_FIGURES)),
    gpus: mergedLists(rows, "gpus", Object.values(GPU_FIGURES)),
    errors:
      errors.length === 0
        ? null
        : eachPlace(rows, "errors").map((place) =>
            Math.min(
              INT_MAX,
              rows.reduce((sum, row) => sum + (row.errors?.[place] ?? 0), 0),
            ),
          ),
  };
}

function mergedLists(rows: readonly Stored[], list: "node" | "gpus", figures: readonly Figure[]): (number | null)[] {
  return eachPlace(rows, list).map((place) => {
    let [sum, samples, most, least] = [0, 0, -Infinity, Infinity];
    for (const row of rows) {
      const value = row[list][place];
      if (value == null) continue;
      sum += value * row.samples;
      samples += row.samples;
      most = Math.max(most, value);
      least = Math.min(least, value);
    }
    if (samples === 0) return null;
    const { merge } = figures[place % figures.length] as Figure;
    return merge === "mean" ? Math.round(sum / samples) : merge === "max" ? most : least;
  });
}

function eachPlace(rows: readonly Stored[], list: "node" | "gpus" | "errors"): number[] {
  return Array.from({ length: Math.max(0, ...rows.map((row) => row[list]?.length ?? 0)) }, (_, place) => place);
}
