import type { Days } from "~/platform/day-range";
import { STEP_LABELS } from "~/payments/inside/marketing/funnel-steps";
import type { Funnel } from "~/payments/inside/marketing/read-funnel.server";
import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatCount, formatPercent } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { usersPath } from "../sources/source-rows";

const DAY_S = 86_400;
const HEIGHT = 400;

/** The funnel's rows, with the share of the step before. */
export function funnelRows({ steps }: Funnel) {
  return steps.map(({ step, users, medianSeconds }, index) => ({
    label: STEP_LABELS[step],
    users,
    share: index === 0 ? null : formatPercent(users, steps[index - 1]?.users ?? 0),
    medianDays: medianSeconds === null ? null : (medianSeconds / DAY_S).toFixed(1),
  }));
}

/** Progress of the customers who registered in these days (decision 0184). */
export function FunnelPanel({ funnel, days }: { funnel: Funnel | null; days: Days | null }) {
  return (
    <Panel
      title="Funnel"
      folds
      lead="How many customers who registered in these days have taken each step, and all steps before it. Customers who topped up without a task are counted on Sources only."
      actions={<CsvLink table="funnel" of="Funnel" />}
    >
      {funnel ? <FunnelChart funnel={funnel} days={days} /> : <Unread />}
    </Panel>
  );
}

function FunnelChart({ funnel, days }: { funnel: Funnel; days: Days | null }) {
  const rows = funnelRows(funnel);
  return (
    <>
      <Chart
        title="Customers at each step"
        height={HEIGHT}
        folded={false}
        figure={{
          data: [
            { type: "bar", name: "Customers", x: rows.map(({ label }) => label), y: rows.map(({ users }) => users) },
          ],
          layout: {},
        }}
        empty="Nobody registered on these days. Customers are counted at each step that they take."
      >
        <div className="-mx-4 border-t sm:-mx-5">
          <Table
            caption="Funnel"
            rows={rows}
            rowKey={(row) => row.label}
            empty=""
            columns={[
              { head: "Step", cell: (row) => row.label },
              {
                head: "Customers",
                cell: (row) => <TextLink to={usersPath({ days })}>{formatCount(row.users)}</TextLink>,
                numeric: true,
              },
              { head: "Of the previous step", cell: (row) => row.share ?? "–", numeric: true },
              { head: "Median days between", cell: (row) => row.medianDays ?? "–", numeric: true },
            ]}
          />
        </div>
      </Chart>
      <p className="border-t pt-3 text-sm text-muted">{remarkOf(funnel)}</p>
    </>
  );
}

function remarkOf({ removed, sample }: Funnel): string {
  const gone =
    removed > 0
      ? `${removed} registrations were not confirmed within 30 days and were removed. No other list shows them. `
      : "";
  const medians = sample === null ? "" : `Medians come from an even sample of ${sample} of them. `;
  return `${gone}${medians}A step taken early counts once all steps before it are taken.`;
}
