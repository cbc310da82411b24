/** Chart descriptions: data and nothing else (3.9), drawn by `Chart`. */

/** One series. The nth has the nth colour of the palette. */
export interface Trace {
  type: "bar" | "scatter" | "pie";
  name?: string;
  x?: (string | number)[];
  /** Null leaves a gap. */
  y?: (number | null)[];
  labels?: string[];
  values?: number[];
  /** What stands on each bar or slice; an empty text leaves it without. */
  text?: string[];
  /** Place of each slice in the palette, from 0; by default in their order. */
  colours?: number[];
  orientation?: "v" | "h";
  mode?: "lines" | "markers" | "lines+markers";
}

export interface Layout {
  barmode?: "stack" | "group" | "relative";
  xTitle?: string;
  yTitle?: string;
  /** At most so many labels along x, where there are more values than room. */
  xLabels?: number;
  yRange?: [number, number];
  /** False where a table beside it has the colours of the series (`Swatch`). */
  legend?: boolean;
}

export interface Figure {
  data: Trace[];
  layout: Layout;
}

/** Slices are named where more than so many are counted (PIE_LABEL_ABOVE). */
const PIE_LABEL_ABOVE = 5;

/** Scenario 55: a slice of 5 has no label, one of 6 has. Of nothing there is no slice; the others keep their colours. */
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

/**
 * The same figure with names that Plotly takes for text: it reads a few HTML tags, links among them, in whatever it
 * writes (3.9).
 */
export function withPlainText({ data, layout }: Figure): Figure {
  return {
    data: data.map(({ name, x, labels, text, ...trace }) => ({
      ...trace,
      name: name === undefined ? undefined : plain(name),
      x: x?.map((one) => (typeof one === "string" ? plain(one) : one)),
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

/** Whether texts along the x axis are names although they look like numbers, as `31.01` does: else Plotly takes them for numbers. */
export function hasNumberLikeNames(data: Trace[]): boolean {
  return data.some(({ x = [] }) =>
    x.some((one) => typeof one === "string" && one !== "" && Number.isFinite(Number(one))),
  );
}

/** Whether there is anything to draw but zeros. */
export function hasValues({ data }: Figure): boolean {
  return data.some(({ y = [], values = [] }) => [...y, ...values].some((value) => value !== null && value !== 0));
}

function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
