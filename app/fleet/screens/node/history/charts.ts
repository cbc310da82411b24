import type { History } from "~/fleet/inside/telemetry/read-history.server";
import { SPANS } from "~/fleet/inside/telemetry/spans";
import { groupBy } from "~/platform/group-by";
import { formatCount } from "~/platform/ui/format";
import type { Trace } from "~/platform/ui/chart/figure";
import { formatRate } from "./history-words";

/** Colours of the marks where a GPU was slowed down, in the palette. */
export const SLOW_COLOURS = [
  { name: "heat", figure: "slowThermal", colour: 10 },
  { name: "power", figure: "slowPower", colour: 8 },
] as const;

/** A line of a chart. */
interface Line {
  name: string;
  values: (number | null)[];
}

export interface ChartOf {
  title: string;
  /** Words of the axis. */
  unit: string;
  lines: Line[];
  /** The lines are GPUs; else each has its own column in the table. */
  ofGpus: boolean;
  format: (value: number) => string;
  /** Upper end of the axis; by default the largest value. */
  max?: number;
  /** Content in place of the chart while every value is 0. */
  empty?: string;
  /** Further traces, over the same points. */
  marks?: Trace[];
}

const percent = (value: number) => `${Math.round(value)}%`;
const MB = 1000;

/** The charts of a history: those of which no value is known are left out. */
export function chartsOf(history: History): ChartOf[] {
  const { gpus, node, errors } = history;
  const ofGpus = (figure: "busy" | "mem" | "temp" | "power" | "clock"): Line[] =>
    gpus.map((gpu, id) => ({ name: `GPU ${id}`, values: gpu[figure] }));
  const inMb = (values: (number | null)[]) => values.map((value) => (value === null ? null : value / MB));
  const rate = (mb: number) => formatRate(mb * MB);
  const all: ChartOf[] = [
    { title: "GPU load", unit: "percent", lines: ofGpus("busy"), ofGpus: true, format: percent, max: 100 },
    { title: "GPU memory", unit: "percent", lines: ofGpus("mem"), ofGpus: true, format: percent, max: 100 },
    { title: "Temperature", unit: "°C", lines: ofGpus("temp"), ofGpus: true, format: (c) => `${Math.round(c)} °C` },
    { title: "Power", unit: "watts", lines: ofGpus("power"), ofGpus: true, format: (w) => `${Math.round(w)} W` },
    {
      ...{ title: "Clock, and where it was slowed down", unit: "MHz", lines: ofGpus("clock"), ofGpus: true },
      ...{ format: (mhz: number) => `${formatCount(Math.round(mhz))} MHz`, marks: slowMarks(history) },
    },
    {
      ...{ title: "Errors", unit: "errors", ofGpus: false, format: formatCount },
      empty: `No memory or link errors in ${SPANS[history.span].words}.`,
      lines: [
        { name: "Memory, corrected", values: errors.eccCorrected },
        { name: "Memory, uncorrected", values: errors.eccUncorrected },
        { name: "Links", values: errors.link },
      ],
    },
    {
      ...{ title: "Processors and memory", unit: "percent", ofGpus: false, format: percent, max: 100 },
      lines: [
        { name: "Processors", values: node.cpu },
        { name: "Memory", values: node.mem },
      ],
    },
    {
      ...{ title: "Disk", unit: "MB/s", ofGpus: false, format: rate },
      lines: [
        { name: "Read", values: inMb(node.diskRead) },
        { name: "Written", values: inMb(node.diskWrite) },
      ],
    },
    {
      ...{ title: "Free disk space", unit: "GB", ofGpus: false, format: (gb: number) => `${formatCount(gb)} GB` },
      lines: [{ name: "Free", values: node.diskFree }],
    },
    {
      ...{ title: "Network", unit: "MB/s", ofGpus: false, format: rate },
      lines: [
        { name: "Received", values: inMb(node.netReceived) },
        { name: "Sent", values: inMb(node.netSent) },
      ],
    },
  ];
  return all.filter(({ lines }) => lines.some(({ values }) => values.some((value) => value !== null)));
}

/**
 * The lines to draw. Within a day each GPU has its own; over a longer time, in which each was used and idle many times, eight
 * lines would hide each other, so there are their mean and the highest, or of clocks the lowest.
 */
export function drawnLines({ lines, ofGpus, unit }: ChartOf, span: History["span"]): Line[] {
  if (!ofGpus || span === "24h" || lines.length < 2) return lines;
  const each = (of: (values: number[]) => number) =>
    (lines[0]?.values ?? []).map((_, place) => {
      const values = lines.flatMap((line) => line.values[place] ?? []);
      return values.length === 0 ? null : of(values);
    });
  const extreme =
    unit === "MHz"
      ? { name: "Lowest GPU", values: each((values) => Math.min(...values)) }
      : { name: "Highest GPU", values: each((values) => Math.max(...values)) };
  return [{ name: "Mean of the GPUs", values: each((values) => totalOf(values, false)) }, extreme];
}

/** Points of the clocks at which a GPU was slowed down. Their x is filled in with that of the lines. */
function slowMarks({ gpus }: History): Trace[] {
  return SLOW_COLOURS.flatMap(({ name, figure, colour }) =>
    gpus.flatMap((gpu, id): Trace[] => {
      const y = gpu.clock.map((clock, place) => ((gpu[figure][place] ?? 0) > 0 ? clock : null));
      return y.some((value) => value !== null)
        ? [{ type: "scatter", mode: "markers", name: `GPU ${id}, slowed by ${name}`, colour, y }]
        : [];
    }),
  );
}

/** A row of the table behind a chart: a longer unit of time. */
export interface TableRow {
  ts: number;
  /** The mean of each line; of GPUs, their mean, and the highest with its GPU. */
  means: (number | null)[];
  highest: { value: number; line: number } | null;
}

/** The rows of a chart's table, newest first. Errors add up, everything else is a mean. */
export function tableRows(chart: ChartOf, pointsTs: readonly number[], step: number): TableRow[] {
  const byRow = groupBy(
    pointsTs.map((_, place) => place),
    (place) => Math.floor((pointsTs[place] ?? 0) / step) * step,
  );
  return [...byRow]
    .map(([ts, places]) => {
      const known = chart.lines.map(({ values }) => places.flatMap((place) => values[place] ?? []));
      const peaks = known.map((values) => Math.max(...values, -Infinity));
      const line = peaks.indexOf(Math.max(...peaks));
      const value = peaks[line] ?? -Infinity;
      const own = chart.ofGpus ? [known.flat()] : known;
      return {
        ts,
        means: own.map((values) => (values.length === 0 ? null : totalOf(values, chart.unit === "errors"))),
        highest: Number.isFinite(value) ? { value, line } : null,
      };
    })
    .filter(({ means }) => means.some((mean) => mean !== null))
    .toReversed();
}

function totalOf(values: readonly number[], adds: boolean): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return adds ? sum : sum / values.length;
}
