/** Chart descriptions: data and nothing else (3.9), drawn by `Chart`. */

/** One series. The nth has the nth colour of the palette, unless it names its own. */
export interface Trace {
  type: "bar" | "scatter" | "pie";
  name?: string;
  x?: (string | number)[];
  /** Null leaves a gap. Names are for horizontal bars. */
  y?: (string | number | null)[];
  labels?: string[];
  values?: number[];
  /** The label on each bar or slice; an empty text means none. */
  text?: string[];
  /** Place of each slice in the palette, from 0; by default in their order. */
  colours?: number[];
  /** Place of the whole series in the palette, from 0. */
  colour?: number;
  orientation?: "v" | "h";
  mode?: "lines" | "markers" | "lines+markers";
  /** Fills the space down to the series before it: a band between two lines. */
  fill?: "tonexty";
}

/** Format of the numbers along an axis (10): 12000 as `12K`, 1234567 as `1.2M`. */
export type AxisUnit = "thousands" | "metering";

export interface Layout {
  barmode?: "stack" | "group" | "relative";
  xTitle?: string;
  yTitle?: string;
  /** False: there is no room for the names along x, which appear only under the pointer. */
  xNames?: boolean;
  /** Highest number of labels along x, if there are more values than room. */
  xLabels?: number;
  yRange?: [number, number];
  /** Ends of the x axis, where several charts share them. */
  xRange?: [string, string];
  /** False if a table next to the chart shows the colours of the series (`Swatch`). */
  legend?: boolean;
  /** The unit of the axis of numbers; for horizontal bars, the lower axis. */
  unit?: AxisUnit;
  /** Moments along x, drawn as dotted lines. */
  marks?: { x: string; text: string }[];
}

export interface Figure {
  data: Trace[];
  layout: Layout;
}

/** Slices are named where the pie counts more than this (PIE_LABEL_ABOVE). */
const PIE_LABEL_ABOVE = 5;

/** Scenario 55: a slice of 5 has no label, a slice of 6 has one. A zero is no slice; the others keep their colours. */
export function pieOf(all: { label: string; count: number }[]): Figure {
  const slices = all.map((slice, colour) => ({ ...slice, colour })).filter(({ count }) => count > 0);
  return {
    data: [
      {
        type: "pie",
        labels: slices.map(({ label }) => label),
        values: slices.map(({ count }) => count),
        text: slices.map(({ label, count }) => (count > PIE_LABEL_ABOVE ? label : "")),
        colours: slices.map(({ colour }) => colour),
      },
    ],
    layout: {},
  };
}

/** Escapes the names of a figure: Plotly would read a few HTML tags in them, links among them (3.9). */
export function withPlainText({ data, layout }: Figure): Figure {
  return {
    data: data.map(({ name, x, y, labels, text, ...trace }) => ({
      ...trace,
      name: name === undefined ? undefined : plain(name),
      x: x?.map((one) => (typeof one === "string" ? plain(one) : one)),
      y: y?.map((one) => (typeof one === "string" ? plain(one) : one)),
      labels: labels?.map(plain),
      text: text?.map(plain),
    })),
    layout: {
      ...layout,
      xTitle: layout.xTitle === undefined ? undefined : plain(layout.xTitle),
      yTitle: layout.yTitle === undefined ? undefined : plain(layout.yTitle),
    },
  };
}

/** Checks for names along the x axis that look like numbers, such as `31.01`: Plotly would read them as numbers. */
export function hasNumberLikeNames(data: Trace[]): boolean {
  return data.some(({ x = [] }) =>
    x.some((one) => typeof one === "string" && one !== "" && Number.isFinite(Number(one))),
  );
}

/** Checks that there is a value other than zero. */
export function hasValues({ data }: Figure): boolean {
  return data.some(({ y = [], values = [] }) => [...y, ...values].some((value) => value !== null && value !== 0));
}

/**
 * About five round numbers for an axis from 0 to `most`. Their step is 1, 2 or 5 times a power of ten, and at least 1.
 */
export function roundTicks(most: number): number[] {
  if (!(most > 0)) return [0];
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

/** The largest number that the series reach, on top of each other if they are stacked. */
export function highestOf({ data, layout }: Figure): number {
  const sums = new Map<string | number, number>();
  for (const { x = [], y = [], orientation } of data) {
    const [names, numbers] = orientation === "h" ? [y, x] : [x, y];
    numbers.forEach((one, at) => {
      const name = names[at] ?? at;
      const before = sums.get(name) ?? 0;
      const value = typeof one === "number" ? one : 0;
      sums.set(name, layout.barmode === "stack" ? before + value : Math.max(before, value));
    });
  }
  return Math.max(0, ...sums.values());
}

function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
