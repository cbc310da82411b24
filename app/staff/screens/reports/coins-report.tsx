import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { periodText } from "~/platform/ui/day-text";
import { formatCount, formatPercent } from "~/platform/ui/format";
import { formatChange } from "~/platform/ui/format-change";
import { Lead } from "~/platform/ui/lead";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { formatCoins } from "~/platform/ui/usage-format";
import type { Period } from "~/staff/inside/reports/period";
import type { CoinsReport } from "~/staff/inside/reports/read-report.server";
import { monthsText } from "./customers-report";
import { comparedText } from "./money-report";

type Model = CoinsReport["models"][number];
type Workspace = CoinsReport["workspaces"][number];

const HEIGHT = 300;
const DRAWN = 10;

/** Coins of model usage, by model and by workspace. */
export function CoinsReportView({ report, period }: { report: CoinsReport; period: Period }) {
  const { models, spent, before, workspaces, moreWorkspaces } = report;
  const first = workspaces[0];
  return (
    <>
      <Lead figure={`${formatCoins(spent)} M`}>
        coins spent, {periodText(period.days)}
        {before === null ? null : `: ${formatChange(spent, before)} from ${formatCoins(before)} M`}
        {first ? `. The workspace ${first.name} spent the most, ${formatCoins(first.coins)} M.` : null}
      </Lead>
      <Panel
        title="Coins by model"
        lead={comparedText(period)}
        actions={<CsvLink table="models" of="coins by model" />}
      >
        <Chart
          title="Coins by model, in millions"
          height={HEIGHT}
          figure={{
            data: [
              {
                type: "bar",
                name: "Coins (M)",
                x: models.slice(0, DRAWN).map(({ model }) => model),
                y: models.slice(0, DRAWN).map(({ coins }) => coins / 1_000_000),
              },
            ],
            layout: { yTitle: "millions" },
          }}
          empty="No coins were spent in this period."
          folded={false}
        >
          <div className="overflow-hidden rounded-panel border">
            <Table
              caption="Coins by model"
              rows={models}
              rowKey={({ model }) => model}
              empty="Nothing yet"
              columns={[
                { head: "Model", cell: ({ model }) => model },
                { head: "Coins (M)", cell: ({ coins }) => formatCoins(coins), numeric: true },
                { head: "Share", cell: ({ coins }) => formatPercent(coins, spent), numeric: true },
                ...(before === null
                  ? []
                  : [
                      {
                        head: "Change",
                        cell: (row: Model) => formatChange(row.coins, row.before ?? 0),
                        numeric: true,
                      },
                    ]),
                { head: "Calls", cell: ({ calls }) => formatCount(calls), numeric: true },
              ]}
            />
          </div>
        </Chart>
      </Panel>
      <Panel
        title="Coins by workspace"
        lead={`${monthsText(period.months)}: a workspace is counted by whole months.${moreWorkspaces ? ` The ${workspaces.length} largest are shown; the file has all.` : ""}`}
        padded={false}
        actions={<CsvLink table="workspaces" of="coins by workspace" />}
      >
        <Table
          caption="Coins by workspace"
          rows={workspaces}
          rowKey={({ name }) => name}
          empty="No workspace spent coins in these months."
          columns={[
            {
              head: "Workspace",
              cell: ({ name }) => (
                <TextLink to={`/dashboard/models?${new URLSearchParams({ workspace: name }).toString()}`}>
                  {name}
                </TextLink>
              ),
            },
            {
              head: "Tenant",
              cell: ({ tenantName }: Workspace) => <TextLink to={`/users/stats/${tenantName}`}>{tenantName}</TextLink>,
            },
            { head: "Coins (M)", cell: ({ coins }) => formatCoins(coins), numeric: true },
          ]}
        />
      </Panel>
    </>
  );
}
