import type { NodeCost } from "~/compute/node-costs.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { periodText } from "~/platform/ui/day-text";
import { formatCents, formatCount, formatDollars, formatPercent } from "~/platform/ui/format";
import { Lead } from "~/platform/ui/lead";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Table } from "~/platform/ui/table";
import type { Period } from "~/staff/inside/reports/period";
import type { GpuPart, GpuReport } from "~/staff/inside/reports/read-report.server";
import { againstText, comparedText } from "./money-report";
import { NodeCosts } from "./node-costs";
import { partLabel, SPLIT_HEADS, SPLIT_WORDS } from "./part-label";

const HEIGHT = 300;
const LABELS = 8;
const TOTAL = "total";

interface GpusReportProps {
  report: GpuReport & { costs: NodeCost[]; mayWrite: boolean };
  period: Pick<Period, "days" | "before" | "split">;
  answer: FormAnswer | undefined;
}

/** Utilisation in hours and in money, and the margin where nodes have a cost. */
export function GpusReportView({ report, period, answer }: GpusReportProps) {
  const { total, before, parts, costs, mayWrite } = report;
  const { split } = period;
  const by = SPLIT_WORDS[split];
  return (
    <>
      <Lead figure={inUse(total)}>
        of the GPU-hours in service were in use, {periodText(period.days)}
        {before ? `; ${inUse(before)} in the compared period` : null}
      </Lead>
      <StatRow>
        <Stat
          label="GPU-hours in use"
          value={formatCount(Math.round(total.busy))}
          note={`of ${formatCount(Math.round(total.inService))} in service and ${formatCount(Math.round(total.all))} of all GPUs`}
        />
        <Stat
          label="Revenue"
          value={formatDollars(total.revenue)}
          note={before ? againstText(total.revenue, before.revenue) : null}
        />
        <Stat
          label="Utilisation in money"
          value={soldShare(total)}
          note={`of ${formatCents(total.listCents)}, the price today of all GPU-hours in service`}
        />
        <Stat
          label="Margin"
          value={total.costCents > 0 ? marginText(total) : "–"}
          note={total.costCents > 0 ? `after ${formatCents(total.costCents)} for nodes` : "Set what nodes cost, below"}
        />
      </StatRow>
      <Panel
        title={`Utilisation by ${by}`}
        lead={`${comparedText(period)}. Clusters of other schedulers are not measured.`}
        actions={<CsvLink of="GPU-hours" />}
      >
        <Chart
          title={`Share of GPU-hours in service that were in use, by ${by}, ${periodText(period.days)}`}
          height={HEIGHT}
          figure={{
            data: [
              {
                type: "bar",
                name: "In use",
                x: parts.map(({ key }) => partLabel(key, split)),
                y: parts.map(({ busy, inService }) =>
                  inService > 0 ? Math.round((busy / inService) * 1000) / 10 : null,
                ),
              },
            ],
            layout: { yTitle: "percent", xLabels: LABELS },
          }}
          empty="No GPU was in use in this period. The use of GPUs is sampled each minute."
          folded={false}
        >
          <div className="overflow-hidden rounded-panel border">
            <Table
              caption={`GPU-hours by ${by}`}
              rows={[...parts, { ...total, key: TOTAL }]}
              rowKey={({ key }) => key}
              rowClass={({ key }) => (key === TOTAL ? "font-semibold" : undefined)}
              empty="Nothing yet"
              columns={[
                { head: SPLIT_HEADS[split], cell: ({ key }) => (key === TOTAL ? "Total" : partLabel(key, split)) },
                { head: "In use, hours", cell: ({ busy }) => formatCount(Math.round(busy)), numeric: true },
                {
                  head: "In service, hours",
                  cell: ({ inService }) => formatCount(Math.round(inService)),
                  numeric: true,
                },
                { head: "All GPUs, hours", cell: (row) => formatCount(Math.round(row.all)), numeric: true },
                { head: "Utilisation", cell: inUse, numeric: true },
                { head: "In money", cell: soldShare, numeric: true },
                { head: "Revenue", cell: ({ revenue }) => formatDollars(revenue), numeric: true },
                ...(total.costCents > 0
                  ? [
                      { head: "Cost", cell: ({ costCents }: GpuPart) => formatCents(costCents), numeric: true },
                      { head: "Margin", cell: marginText, numeric: true },
                    ]
                  : []),
              ]}
            />
          </div>
        </Chart>
      </Panel>
      <NodeCosts costs={costs} mayWrite={mayWrite} answer={answer} />
    </>
  );
}

function inUse({ busy, inService }: GpuPart): string {
  return inService > 0 ? formatPercent(Math.round(busy * 60), Math.round(inService * 60)) : "–";
}

function soldShare({ revenue, listCents }: GpuPart): string {
  return listCents > 0 ? formatPercent(Math.round(revenue * 100), Math.round(listCents)) : "–";
}

function marginText({ revenue, costCents }: GpuPart): string {
  return formatDollars(revenue - costCents / 100);
}
