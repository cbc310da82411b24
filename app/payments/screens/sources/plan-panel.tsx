import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { formatCount } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Category } from "./category";
import type { ShownSources } from "./use-asked-sources";
import { categoryRows, type Plan, sourcesPie, usersPath } from "./source-rows";

export const FAILED = "Error loading data. Please try again.";
export const NOTHING: Record<Plan, string> = {
  PRO: "No data available for Pro Users in the selected date range.",
  FREE: "No data available for Free Users in the selected date range.",
};
const TITLES: Record<Plan, string> = { PRO: "PRO Users", FREE: "Free Users" };
const HEIGHT = 400;

/** The users of one plan by source: a pie and its table (2.4). */
export function PlanPanel({ plan, shown: { asked, sources } }: { plan: Plan; shown: ShownSources }) {
  const title = TITLES[plan];
  const filled = sources && sources.totals[plan] > 0;
  return (
    <Panel title={title} actions={filled ? <CsvLink table={plan.toLowerCase()} of={title} /> : null}>
      {filled ? (
        <Chart
          title={`${title} by source`}
          figure={sourcesPie(sources.statistics[plan])}
          height={HEIGHT}
          folded={false}
        >
          <div className="-mx-4 -mb-4 border-t sm:-mx-5">
            <Table
              caption={title}
              compact
              rows={categoryRows(sources.statistics[plan])}
              rowKey={(row) => row.label}
              rowClass={(row) => (row.source ? undefined : "bg-sunken font-semibold")}
              empty=""
              columns={[
                { head: "Category", cell: (row) => <Category {...row} /> },
                {
                  head: "Count",
                  cell: ({ source, count }) => (
                    <TextLink to={usersPath({ source, plan, days: asked.days })}>{formatCount(count)}</TextLink>
                  ),
                  numeric: true,
                },
                { head: "Percentage", cell: (row) => row.percentage, numeric: true },
              ]}
            />
          </div>
        </Chart>
      ) : (
        <Remark height={HEIGHT} text={sources ? NOTHING[plan] : FAILED} failed={!sources} />
      )}
    </Panel>
  );
}

/** A text in place of a chart. */
export function Remark({ height, text, failed }: { height: number; text: string; failed: boolean }) {
  return (
    <div className="flex items-center justify-center text-center text-muted" style={{ minHeight: height }}>
      <p role={failed ? "alert" : undefined} className={failed ? "text-danger" : undefined}>
        {text}
      </p>
    </div>
  );
}
