import type { Config, Data, Layout } from "plotly.js";
import bar from "plotly.js/lib/bar";
import core from "plotly.js/lib/core";
import pie from "plotly.js/lib/pie";
import scatter from "plotly.js/lib/scatter";
import { useEffect, useState } from "react";
import createPlotlyComponent from "react-plotly.js/factory";
import { formatMetering, formatThousands } from "../usage-format";
import type { OnPick } from "./chart";
import { type AxisUnit, type Figure, hasNumberLikeNames, highestOf, roundTicks, withPlainText } from "./figure";

core.register([bar, pie, scatter]);
const Plotly = createPlotlyComponent(core);

const CONFIG: Partial<Config> = { displayModeBar: false, responsive: true, showTips: false };
/** --series-1 and those after it; a pie of all sources has the most slices. */
const COLOURS = 13;
/** Share of the width and height that a pie takes. Labels are at its sides; those of many small slices are above it. */
const BESIDE_LABELS = { x: [0.25, 0.75], y: [0.1, 0.8] } as const;
/**
 * Widths in px of a letter, and of the line from a slice to its label; and the letters of a word that even a narrow
 * chart shows.
 */
const LETTER = 6.5;
const LEADER = 24;
const WORD_MIN = 11;
const HOUR_MS = 3_600_000;
/** Times along an axis in the usual form (10.1): hours within a day, days, months. */
const TIMES = [
  { dtickrange: [null, 23 * HOUR_MS], value: "%H:%M" },
  { dtickrange: [23 * HOUR_MS, "M1"], value: "%d.%m" },
  { dtickrange: ["M1", null], value: "%m.%Y" },
];
const DARK = "(prefers-color-scheme: dark)";
const THEME = "data-theme";

export interface PlotProps {
  figure: Figure;
  /** Width in px of the chart's place at the start: labels of slices are cut to the room between pie and edge. */
  width: number;
  height: number;
  onPick?: OnPick;
}

/** Draws a figure in the page's colours. It is large, so the browser loads it once a chart is near. */
export default function Plot({ figure, width, height, onPick }: PlotProps) {
  const [palette, setPalette] = useState(readPalette);
  useEffect(() => {
    const media = matchMedia(DARK);
    const repaint = () => setPalette(readPalette());
    media.addEventListener("change", repaint);
    const chosen = new MutationObserver(repaint);
    chosen.observe(document.documentElement, { attributeFilter: [THEME] });
    return () => {
      media.removeEventListener("change", repaint);
      chosen.disconnect();
    };
  }, []);
  const plain = withPlainText(figure);
  const letters = lettersBeside(width, height);
  return (
    <Plotly
      data={plain.data.map((trace) => styled(trace, palette, letters)) as Data[]}
      layout={layoutOf(plain, height, palette)}
      config={CONFIG}
      useResizeHandler
      onClick={({ points: [point] }) => point && onPick?.(point.curveNumber ?? 0, point.pointNumber)}
      style={{ width: "100%", height }}
    />
  );
}

interface Palette {
  ink: string;
  muted: string;
  line: string;
  surface: string;
  series: string[];
}

function readPalette(): Palette {
  // A token holds both of its colours; an element that uses it resolves to the valid one.
  const probe = document.body.appendChild(document.createElement("i"));
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    ink: colour("ink"),
    muted: colour("muted"),
    line: colour("line"),
    surface: colour("surface"),
    series: Array.from({ length: COLOURS }, (_, index) => colour(`series-${index + 1}`)),
  };
  probe.remove();
  return palette;
}

function styled(
  { colours, colour, ...trace }: Figure["data"][number],
  { surface, series }: Palette,
  letters: number,
): object {
  if (trace.type !== "pie") {
    const own = colour === undefined ? {} : { color: series[colour % COLOURS] };
    return { ...trace, textposition: "none", marker: own, line: trace.type === "scatter" ? own : undefined };
  }
  return {
    ...trace,
    text: trace.text?.map((label) => inLines(label, letters)),
    sort: false,
    hole: 0.45,
    textinfo: "text",
    textposition: "outside",
    // Leaves room for labels at the sides. Margins that grow with the labels would leave the legend one column.
    domain: BESIDE_LABELS,
    hovertemplate: "%{label}<br>%{value} (%{percent})<extra></extra>",
    marker: { colors: colours?.map((place) => series[place % COLOURS]) ?? series, line: { color: surface, width: 2 } },
  };
}

/** Number of letters that fit between a pie and the edge of its chart. */
function lettersBeside(width: number, height: number): number {
  const { x, y } = BESIDE_LABELS;
  const pie = Math.min((x[1] - x[0]) * width, (y[1] - y[0]) * height);
  return Math.max(WORD_MIN, Math.floor(((width - pie) / 2 - LEADER) / LETTER));
}

/** Breaks a label between words if a line has no room for the next one, and cuts a word that is longer than a line. */
function inLines(label: string, most: number): string {
  const words = label.split(" ").map((word) => (word.length > most ? `${word.slice(0, most - 1)}…` : word));
  return words.reduce((text, word) => {
    const line = text.slice(text.lastIndexOf(">") + 1);
    return `${text}${line.length + word.length < most ? " " : "<br>"}${word}`;
  });
}

/** Series whose names still fit under a chart on a phone. */
const NARROW_SERIES = 6;
const NARROW = "(width < 768px)";

/**
 * Shows each name in full above its bar. To the left it would be cut or narrow the bars. The first name needs room too.
 */
function namesAbove({ data }: Figure) {
  const bars = new Set(data.flatMap(({ y = [] }) => y)).size;
  const labels = { ticklabelposition: "inside top", ticklabelshift: 8, tickmode: "linear", dtick: 1 };
  return { ...labels, range: [bars - 0.5, -0.8] };
}
const GAP_FOR_NAMES = 0.65;

const UNIT_TEXTS: Record<AxisUnit, (value: number) => string> = {
  thousands: formatThousands,
  metering: formatMetering,
};

/** Replaces Plotly's labels by ours, in our units; the exact figure appears under the pointer. */
function ticksOf(figure: Figure) {
  const { unit } = figure.layout;
  if (!unit) return {};
  const ticks = roundTicks(highestOf(figure));
  return { tickmode: "array" as const, tickvals: ticks, ticktext: ticks.map(UNIT_TEXTS[unit]), hoverformat: ",d" };
}

function layoutOf(figure: Figure, height: number, palette: Palette) {
  const { barmode, xTitle, yTitle, xNames, xLabels, yRange, xRange, legend = true, marks = [] } = figure.layout;
  const named = hasNumberLikeNames(figure.data);
  const horizontal = figure.data.some(({ orientation }) => orientation === "h");
  const ticks = ticksOf(figure);
  const axis = { gridcolor: palette.line, linecolor: palette.line, zerolinecolor: palette.line, automargin: true };
  return {
    height,
    barmode,
    showlegend: matchMedia(NARROW).matches && figure.data.length > NARROW_SERIES ? false : undefined,
    colorway: palette.series,
    paper_bgcolor: "transparent",
    plot_bgcolor: "transparent",
    font: { family: getComputedStyle(document.body).fontFamily, size: 12, color: palette.muted },
    hoverlabel: { font: { family: "inherit" } },
    margin: { l: 8, r: 8, t: 12, b: 8 },
    ...(legend ? {} : { showlegend: false }),
    legend: { orientation: "h", y: -0.18, font: { color: palette.ink } },
    xaxis: {
      ...axis,
      type: named && !horizontal ? "category" : undefined,
      title: xTitle ? { text: xTitle } : undefined,
      nticks: xLabels,
      range: xRange,
      showticklabels: xNames,
      showgrid: horizontal,
      tickformatstops: TIMES,
      rangemode: horizontal ? "tozero" : undefined,
      ...(horizontal && ticks),
    },
    yaxis: {
      ...axis,
      ...(horizontal
        ? { type: "category", showgrid: false, tickfont: { color: palette.ink }, ...namesAbove(figure) }
        : { rangemode: "tozero", range: yRange, ...ticks }),
      title: yTitle ? { text: yTitle } : undefined,
    },
    bargap: horizontal ? GAP_FOR_NAMES : 0.3,
    shapes: marks.map(({ x }) => ({
      ...{ type: "line", x0: x, x1: x, yref: "paper", y0: 0, y1: 1 },
      line: { color: palette.ink, width: 1, dash: "dot" },
    })),
  } as Partial<Layout>;
}
