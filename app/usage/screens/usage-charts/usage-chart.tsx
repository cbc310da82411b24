import { useEffect, useMemo } from "react";
import { type ChartScript, parseChart } from "~/usage/inside/figures/chart-script";
import { Chart } from "~/platform/ui/chart/chart";
import type { Figure } from "~/platform/ui/chart/figure";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { ScrollBox } from "~/platform/ui/scroll-box";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { axisDays, DAY_LABELS } from "../usage-parts/chart-names";
import { dayText } from "~/platform/ui/day-text";
import { NoUsage } from "../usage-parts/no-usage";
import { meteringPath } from "~/usage/views/usage-links";

/** A chart of usage/data: its script is parsed as data, and one that breaks a rule is not drawn (3.9). */
export function UsageChart({ title, script }: { title: string; script: string }) {
  const chart = useMemo(() => parseChart(script), [script]);
  useEffect(() => {
    if (!chart) reportError(new Error(`the chart ${title} breaks the rules of its script`));
  }, [chart, title]);
  return (
    <Panel title={title} actions={chart ? <CsvLink table={title.toLowerCase()} of={title} /> : null}>
      {chart ? <Drawn title={title} chart={chart} /> : <p className="text-muted">This chart could not be drawn.</p>}
    </Panel>
  );
}

function Drawn({ title, chart }: { title: string; chart: ChartScript }) {
  const { data, layout } = chart;
  const days = (data[0]?.x ?? []).map(String);
  const isEmpty = data.every(({ y = [] }) => y.every((value) => value === 0));
  if (isEmpty) return <NoUsage text={`No ${title.toLowerCase()} on these days`} />;
  return (
    <Chart title={`${title} per day`} figure={figureOf(chart)} height={layout.height}>
      <ScrollBox label={title} className="max-h-96 overflow-auto">
        <Table
          caption={`${title}, newest first`}
          rows={days.map((day, at) => ({ day, at })).reverse()}
          rowKey={({ day }) => day}
          empty=""
          columns={[
            {
              head: "Day",
              cell: ({ day }) => (
                <TextLink to={meteringPath({ start_date: day, end_date: day })}>{dayText(day)}</TextLink>
              ),
            },
            ...data.map(({ name = "", y = [] }) => ({
              head: <span className="break-all">{nameOf(name)}</span>,
              label: nameOf(name),
              cell: ({ at }: { at: number }) => numberText(title, y[at]),
              numeric: true,
            })),
          ]}
        />
      </ScrollBox>
    </Chart>
  );

  function nameOf(name: string): string {
    return title === "Coins" ? `${name} (M)` : name;
  }
}

function numberText(title: string, value: string | number | undefined): string {
  if (typeof value !== "number") return "–";
  return title === "Coins" ? value.toFixed(2) : value.toLocaleString("en-US");
}

/** Converts to the form of `Chart`; days on its axis are DD.MM (10). */
function figureOf({ data, layout }: ChartScript): Figure {
  return {
    data: data.map(({ x, ...trace }) => ({ ...trace, x: x && axisDays(x.map(String)) })),
    layout: {
      barmode: layout.barmode,
      xTitle: layout.xaxis?.title,
      yTitle: layout.yaxis?.title,
      yRange: layout.yaxis?.range,
      xLabels: DAY_LABELS,
    },
  };
}
