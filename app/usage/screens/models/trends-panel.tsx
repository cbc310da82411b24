import { useNavigate } from "@remix-run/react";
import { OTHER } from "~/usage/inside/figures/largest";
import type { UsageFilter } from "~/usage/inside/figures/usage-filter";
import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { ScrollBox } from "~/platform/ui/scroll-box";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { formatThousands } from "~/platform/ui/usage-format";
import { axisDays, DAY_LABELS } from "../usage-parts/chart-names";
import { dayText } from "~/platform/ui/day-text";
import { NoUsage } from "../usage-parts/no-usage";
import { meteringPath } from "~/usage/views/usage-links";

export interface Trends {
  days: string[];
  series: { name: string; values: number[] }[];
}

interface TrendsPanelProps {
  trends: Trends | null;
  filter: UsageFilter;
  colourOf: (model: string) => number;
}

/** Prompt and generated tokens per day, stacked by the ten largest models and 'Other' (A13). */
export function TrendsPanel({ trends, filter, colourOf }: TrendsPanelProps) {
  const filled = trends && trends.series.length > 0;
  return (
    <Panel
      title="Daily Usage Trends"
      folds
      lead="Prompt and generated tokens of the ten models with the most tokens, and of all others."
      actions={filled ? <CsvLink table="trends" of="Daily Usage Trends" /> : null}
    >
      {filled ? (
        <TrendsChart trends={trends} filter={filter} colourOf={colourOf} />
      ) : trends ? (
        <NoUsage text="No tokens on these days" />
      ) : (
        <Unread />
      )}
    </Panel>
  );
}

function TrendsChart({ trends: { days, series }, filter, colourOf }: TrendsPanelProps & { trends: Trends }) {
  const navigate = useNavigate();
  const x = axisDays(days);
  const rows = days.map((day, at) => ({
    day,
    at,
    sum: series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  }));
  const usersOf = (day: string, model = filter.model) =>
    meteringPath({ ...filter, model, start_date: day, end_date: day });
  return (
    <Chart
      title="Tokens per day by model"
      figure={{
        data: series.map(({ name, values }) => ({ type: "bar", name, x, y: values, colour: colourOf(name) })),
        layout: { barmode: "stack", unit: "thousands", yTitle: "Tokens", xLabels: DAY_LABELS },
      }}
      onPick={(place, at) => {
        const [day, name] = [days[at], series[place]?.name];
        if (day) navigate(usersOf(day, name === OTHER ? undefined : name));
      }}
    >
      <ScrollBox label="Daily Usage Trends" className="max-h-96 overflow-auto">
        <Table
          caption="Tokens per day by model, newest first"
          rows={rows.reverse()}
          rowKey={({ day }) => day}
          empty=""
          columns={[
            { head: "Day", cell: ({ day }) => <TextLink to={usersOf(day)}>{dayText(day)}</TextLink> },
            ...series.map(({ name, values }) => ({
              head: <span className="break-all">{name}</span>,
              label: name,
              cell: ({ at }: { at: number }) => formatThousands(values[at] ?? 0),
              numeric: true,
            })),
            { head: "All", cell: ({ sum }) => formatThousands(sum), numeric: true },
          ]}
        />
      </ScrollBox>
    </Chart>
  );
}
