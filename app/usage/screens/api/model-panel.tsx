import { memo, useMemo } from "react";
import type { ChartRange } from "~/usage/inside/figures/chart-range";
import { type ModelSeries, SERIES } from "~/usage/chart-series";
import type { Percentiles } from "~/usage/inside/figures/read-latency.server";
import { Chart } from "~/platform/ui/chart/chart";
import { Panel } from "~/platform/ui/panel";
import { type ModelFigure, modelFigures } from "./model-figures";
import { pointLabel } from "./point-label";
import { PointsTable } from "./points-table";
import { useSeen } from "./use-seen";

interface ModelPanelProps {
  name: string;
  range: ChartRange;
  pointsTs: number[];
  series: ModelSeries;
  callsOnly: boolean;
  /** True if no other model is shown: nothing is folded away. */
  alone: boolean;
  /** Percentiles of the whole range. */
  percentiles: Percentiles | undefined;
  /** Percentiles of each point, if the model is shown on its own. */
  percentilePoints: Percentiles[] | null;
}

/** One model: its charts, drawn when they come into sight, and their numbers. */
export function ModelPanel({ pointsTs, series, ...rest }: ModelPanelProps) {
  const now = useMemo(() => ({ pointsTs, series }), [pointsTs, series]);
  const { place, shown } = useSeen(now);
  return (
    <div ref={place} className="min-w-0">
      <ModelCharts {...rest} {...shown} />
    </div>
  );
}

const HEADS: Record<keyof ModelSeries, string> = {
  hit: "Hits",
  completed: "Completed",
  latency_avg: "Latency avg, s",
  latency_max: "Latency max, s",
  bs_avg: "Batch avg",
  bs_max: "Batch max",
  gpus_avg: "GPUs avg",
  gpus_max: "GPUs max",
  busy_avg: "Busy avg",
  busy_max: "Busy max",
};

/** Redraws only when one of these changes. */
const ModelCharts = memo(function ModelCharts({
  name,
  range,
  pointsTs,
  series,
  callsOnly,
  alone,
  percentiles,
  percentilePoints,
}: ModelPanelProps) {
  const labels = pointsTs.map((ts) => pointLabel(range, ts));
  const columns = callsOnly ? (["hit", "completed"] as const) : SERIES;
  const byPoint = percentilePoints?.length === labels.length ? percentilePoints : null;
  const [calls, ...levels] = modelFigures(labels, series, { callsOnly, alone, percentiles: byPoint });
  return (
    <Panel title={<span className="break-all">{name}</span>} lead={percentiles ? latencyWords(percentiles) : undefined}>
      {calls ? <FigureOf model={name} {...calls} /> : null}
      {levels.length > 0 ? (
        <details className="mt-4" open={alone}>
          <summary className="w-fit cursor-pointer rounded-control text-sm text-link select-none">
            Latency, batch size, GPUs and busy
          </summary>
          <div className="mt-3 grid gap-6 md:grid-cols-2">
            {levels.map((level) => (
              <FigureOf key={level.title} model={name} {...level} />
            ))}
          </div>
        </details>
      ) : null}
      <details className="mt-4">
        <summary className="w-fit cursor-pointer rounded-control text-sm text-link select-none">Show as table</summary>
        <div className="mt-3 rounded-panel border">
          <PointsTable
            caption={`Points of ${name}`}
            heads={["Point, UTC", ...columns.map((column) => HEADS[column]), ...(byPoint ? ["p50", "p95", "p99"] : [])]}
            labels={labels}
            series={[
              ...columns.map((column) => series[column]),
              ...(byPoint ? (["p50", "p95", "p99"] as const).map((one) => byPoint.map((point) => point[one])) : []),
            ]}
          />
        </div>
      </details>
    </Panel>
  );
});

function FigureOf({ model, title, height, figure }: ModelFigure & { model: string }) {
  return <Chart title={`${title} · ${model}`} figure={figure} height={height} />;
}

function latencyWords({ p50, p95, p99 }: Percentiles): string {
  if (p50 === null) return "No latency was reported in this range";
  const text = (seconds: number | null) => `${seconds?.toFixed(2) ?? "–"} s`;
  return `Latency in this range: p50 ${text(p50)}, p95 ${text(p95)}, p99 ${text(p99)}`;
}
