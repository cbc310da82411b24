import { MONEY_FIGURE_NAMES, MONEY_FIGURES, type MoneyFigure } from "~/money/money-figures";
import type { Days } from "~/platform/day-range";
import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { periodText } from "~/platform/ui/day-text";
import { formatDollars } from "~/platform/ui/format";
import { formatChange } from "~/platform/ui/format-change";
import { Facts } from "~/platform/ui/facts";
import { Lead } from "~/platform/ui/lead";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Table } from "~/platform/ui/table";
import { isTimeSplit, type Period, type Split } from "~/staff/inside/reports/period";
import type { MoneyReport } from "~/staff/inside/reports/read-report.server";
import { partLabel, SPLIT_HEADS, SPLIT_WORDS } from "./part-label";

type Shown = Pick<Period, "days" | "before" | "split">;
type Part = MoneyReport["parts"][number];

const HEIGHT = 300;
const LABELS = 8;
/** Only tasks have a place: top-ups, cards and credits are not of a cluster or type. */
const OF_TASKS: readonly MoneyFigure[] = ["revenue", "charges", "refunds"];
const TOTAL = "total";

/** Revenue leads; each figure says what it counts. */
export function MoneyReportView({ report, period }: { report: MoneyReport; period: Shown }) {
  const { total, before, parts } = report;
  const { split } = period;
  // An installation that charges no VAT has no figure of it.
  const figures = MONEY_FIGURE_NAMES.filter((figure) => figure !== "vat" || total.vat !== 0);
  const shown = isTimeSplit(split) ? figures : OF_TASKS;
  return (
    <>
      <Lead figure={formatDollars(total.revenue)}>
        revenue, {periodText(period.days)}
        {before ? `: ${againstText(total.revenue, before.revenue)}` : null}
      </Lead>
      <StatRow>
        {figures
          .filter((figure) => figure !== "revenue")
          .map((figure) => (
            <Stat
              key={figure}
              label={MONEY_FIGURES[figure].label}
              value={formatDollars(total[figure])}
              note={before ? againstText(total[figure], before[figure]) : null}
            />
          ))}
      </StatRow>
      <Panel
        title={`Revenue by ${SPLIT_WORDS[split]}`}
        lead={comparedText(period)}
        actions={<CsvLink of="the money of this period" />}
      >
        <Chart
          title={`Revenue by ${SPLIT_WORDS[split]}, ${periodText(period.days)}`}
          height={HEIGHT}
          figure={{
            data: [
              {
                type: "bar",
                name: "This period",
                x: parts.map(({ key }) => partLabel(key, split)),
                y: parts.map(({ revenue }) => revenue),
              },
              ...(before && isTimeSplit(split)
                ? [
                    {
                      type: "bar" as const,
                      name: "Compared period",
                      x: parts.map(({ key }) => partLabel(key, split)),
                      y: parts.map(({ revenueBefore }) => revenueBefore),
                    },
                  ]
                : []),
            ],
            layout: { barmode: "group", yTitle: "dollars", xLabels: LABELS },
          }}
          empty="Nothing was charged in this period. Charges of tasks and volumes appear here within a minute."
          folded={false}
        >
          <div className="overflow-hidden rounded-panel border">
            <MoneyTable parts={parts} total={total} split={split} figures={shown} />
          </div>
        </Chart>
      </Panel>
      <Panel title="What each figure counts">
        <Facts
          facts={figures.map((figure) => ({
            label: MONEY_FIGURES[figure].label,
            value: MONEY_FIGURES[figure].counts,
            long: true,
          }))}
        />
      </Panel>
    </>
  );
}

interface MoneyTableProps {
  parts: Part[];
  total: MoneyReport["total"];
  split: Split;
  figures: readonly MoneyFigure[];
}

function MoneyTable({ parts, total, split, figures }: MoneyTableProps) {
  return (
    <Table
      caption={`Money by ${SPLIT_WORDS[split]}`}
      rows={[...parts, { key: TOTAL, ...total, revenueBefore: null }]}
      rowKey={({ key }) => key}
      rowClass={({ key }) => (key === TOTAL ? "font-semibold" : undefined)}
      empty="Nothing yet"
      columns={[
        { head: SPLIT_HEADS[split], cell: ({ key }) => (key === TOTAL ? "Total" : partLabel(key, split)) },
        ...figures.map((figure) => ({
          head: MONEY_FIGURES[figure].label,
          cell: (row: Part) => formatDollars(row[figure]),
          numeric: true,
        })),
      ]}
    />
  );
}

/** `+12.50% from $1,204.00` */
export function againstText(now: number, before: number): string {
  return `${formatChange(now, before)} from ${formatDollars(before)}`;
}

/** `01.11.2026 – 27.11.2026, compared with 01.10.2026 – 27.10.2026` */
export function comparedText({ days, before }: { days: Days; before: Days | null }): string {
  return before ? `${periodText(days)}, compared with ${periodText(before)}` : periodText(days);
}
