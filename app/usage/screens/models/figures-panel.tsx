import type { Days } from "~/platform/day-range";
import { OTHER } from "~/usage/inside/figures/largest";
import type { Latency } from "~/usage/inside/figures/read-latencies.server";
import type { UsageFilter } from "~/usage/inside/figures/usage-filter";
import { CsvLink } from "~/platform/ui/csv-link";
import { LongList } from "~/platform/ui/long-list";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { formatCount } from "~/platform/ui/format";
import { formatChange } from "~/platform/ui/format-change";
import { periodText } from "~/platform/ui/day-text";
import { ModelName } from "../usage-parts/model-name";
import { meteringPath } from "~/usage/views/usage-links";
import { cacheHitRate, coinsPerMillion, errorRate, latencyText } from "./figure-texts";
import { type FigureRow, figureRows } from "./model-rows";

interface FiguresPanelProps {
  rows: FigureRow[];
  days: Days;
  hasLatencies: boolean;
  filter: UsageFilter;
  colourOf: (model: string) => number;
}

/** Compares each model with the days before: errors, cache hits, price and latencies. */
export function FiguresPanel({ rows, days, hasLatencies, filter, colourOf }: FiguresPanelProps) {
  const latency = (of: (latency: Latency) => number) => (row: FigureRow) =>
    row.latency ? latencyText(of(row.latency)) : "–";
  return (
    <Panel
      title="Models compared"
      folds
      lead={`${periodText(days)}, compared with the same number of days before. Latencies are accurate to 5%.`}
      padded={false}
      actions={<CsvLink table="models" of="Models compared" />}
    >
      <LongList label="Models compared" rows={rows.length}>
        <Table
          caption="Models compared"
          rows={figureRows(rows)}
          rowKey={({ model }) => model}
          empty="No events on these days"
          columns={[
            {
              head: "Model",
              cell: ({ model }) => <ModelName name={model} colour={colourOf(model)} />,
              className: "md:min-w-44",
            },
            {
              head: "Requests",
              cell: ({ model, calls }) =>
                model === OTHER ? (
                  formatCount(calls)
                ) : (
                  <TextLink to={meteringPath({ ...filter, model, start_date: days.start, end_date: days.end })}>
                    {formatCount(calls)}
                  </TextLink>
                ),
              numeric: true,
            },
            { head: "Before", cell: ({ before }) => formatCount(before), numeric: true },
            { head: "Change", cell: ({ calls, before }) => formatChange(calls, before), numeric: true },
            { head: "Errors", cell: errorRate, numeric: true },
            { head: "Cache hits", cell: cacheHitRate, numeric: true },
            { head: "Coins per M tokens", cell: coinsPerMillion, numeric: true },
            ...(hasLatencies
              ? [
                  { head: "p50", cell: latency(({ p50 }) => p50), numeric: true, className: "whitespace-nowrap" },
                  { head: "p95", cell: latency(({ p95 }) => p95), numeric: true, className: "whitespace-nowrap" },
                  { head: "p99", cell: latency(({ p99 }) => p99), numeric: true, className: "whitespace-nowrap" },
                ]
              : []),
          ]}
        />
      </LongList>
    </Panel>
  );
}
