import type { History } from "~/fleet/inside/telemetry/read-history.server";
import { SPANS } from "~/fleet/inside/telemetry/spans";
import { wallSeconds } from "~/platform/time-zone";
import { Chart } from "~/platform/ui/chart/chart";
import type { Figure } from "~/platform/ui/chart/figure";
import { formatDate, formatDayMonth, formatTime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { useZone } from "~/platform/ui/zone";
import { type ChartOf, drawnLines, tableRows } from "./charts";

const HEIGHT = 220;
const LABELS = 6;

/** One chart of the history, with its numbers by a longer unit of time as a table. */
export function HistoryChart({ chart, history }: { chart: ChartOf; history: History }) {
  const zone = useZone();
  const { pointsTs, span, findings } = history;
  const isoOf = (ts: number) => new Date(wallSeconds(ts, zone) * 1000).toISOString().slice(0, 16);
  const x = pointsTs.map(isoOf);
  const lines = drawnLines(chart, span);
  const each = chart.ofGpus && lines === chart.lines;
  const figure: Figure = {
    data: [
      ...lines.map(({ name, values }, place) => ({
        type: "scatter" as const,
        mode: "lines" as const,
        name,
        x,
        y: values.map(rounded),
        ...(each ? { colour: place % 8 } : {}),
      })),
      ...(each ? (chart.marks ?? []) : []).map((mark) => ({ ...mark, x })),
    ],
    layout: {
      yTitle: chart.unit,
      xLabels: LABELS,
      legend: !each && lines.length > 1,
      xRange: [isoOf(pointsTs[0] ?? 0), isoOf((pointsTs[0] ?? 0) + SPANS[span].seconds)],
      marks: findings.map(({ at_ts, text }) => ({ x: isoOf(at_ts), text })),
      ...(chart.max === undefined ? {} : { yRange: [0, chart.max] as [number, number] }),
    },
  };
  const timeOf = (ts: number) => {
    const wall = wallSeconds(ts, zone);
    return span === "24h" ? `${formatDayMonth(wall)} ${formatTime(wall)}` : formatDate(wall);
  };
  return (
    <Chart title={chart.title} height={HEIGHT} figure={figure} empty={chart.empty}>
      <Table
        caption={chart.title}
        compact
        rows={tableRows(chart, pointsTs, SPANS[span].row)}
        rowKey={({ ts }) => ts}
        empty="No figures"
        columns={[
          { head: span === "13m" ? "30 days from" : span === "30d" ? "Day" : "Hour", cell: ({ ts }) => timeOf(ts) },
          ...(chart.ofGpus ? ["Mean"] : chart.lines.map(({ name }) => name)).map((head, place) => ({
            head,
            cell: ({ means }: { means: (number | null)[] }) => valueText(means[place] ?? null, chart),
            numeric: true,
          })),
          ...(chart.ofGpus
            ? [
                {
                  head: "Highest",
                  cell: ({ highest }: ReturnType<typeof tableRows>[number]) =>
                    highest ? `${chart.format(highest.value)}, ${chart.lines[highest.line]?.name}` : "–",
                  numeric: true,
                },
              ]
            : []),
        ]}
      />
    </Chart>
  );
}

function valueText(value: number | null, { format }: ChartOf): string {
  return value === null ? "–" : format(value);
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}
