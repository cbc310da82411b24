import type { ModelSeries } from "~/usage/chart-series";
import type { Percentiles } from "~/usage/inside/figures/read-latency.server";
import type { Figure, Trace } from "~/platform/ui/chart/figure";

export interface ModelFigure {
  title: string;
  /** px (10.1) */
  height: number;
  figure: Figure;
}

const SMALL_PX = 300;
const LARGE_PX = 400;
const LABELS = 8;

interface LevelChart {
  title: string;
  average: keyof ModelSeries;
  most: keyof ModelSeries;
  /** SCALE_LATENCY, SCALE_BATCH, SCALE_GPUS, SCALE_BUSY: where the axis ends. */
  scale: number;
}

const LEVEL_CHARTS: LevelChart[] = [
  { title: "Latency, s", average: "latency_avg", most: "latency_max", scale: 20 },
  { title: "Batch size", average: "bs_avg", most: "bs_max", scale: 8 },
  { title: "GPUs", average: "gpus_avg", most: "gpus_max", scale: 32 },
  { title: "Busy, share", average: "busy_avg", most: "busy_max", scale: 1 },
];

/**
 * The charts of a model over the labels of its points, the first one larger if `alone`; `callsOnly` if only calls are
 * known.
 */
export function modelFigures(
  x: string[],
  series: ModelSeries,
  { callsOnly, alone, percentiles }: { callsOnly: boolean; alone: boolean; percentiles: Percentiles[] | null },
): ModelFigure[] {
  const calls: ModelFigure = {
    title: "Hits and completed calls",
    height: alone ? LARGE_PX : SMALL_PX,
    figure: {
      data: [
        { type: "bar", name: "Hits", x, y: series.hit },
        { type: "bar", name: "Completed", x, y: series.completed },
      ],
      layout: { barmode: "group", xLabels: LABELS },
    },
  };
  if (callsOnly) return [calls];
  return [
    calls,
    ...LEVEL_CHARTS.map(({ title, average, most, scale }) => ({
      title,
      height: SMALL_PX,
      figure: {
        data: [
          line("Average", x, series[average]),
          line("Largest", x, series[most]),
          ...(average === "latency_avg" && percentiles ? percentileLines(x, percentiles) : []),
        ],
        layout: { yRange: [0, scale] as [number, number], xLabels: LABELS },
      },
    })),
  ];
}

function percentileLines(x: string[], percentiles: Percentiles[]): Trace[] {
  return (["p50", "p95", "p99"] as const).map((name) =>
    line(
      name,
      x,
      percentiles.map((point) => point[name]),
    ),
  );
}

function line(name: string, x: string[], y: (number | null)[]): Trace {
  return { type: "scatter", mode: "lines+markers", name, x, y };
}
