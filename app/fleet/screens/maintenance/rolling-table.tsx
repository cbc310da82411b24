import { ForecastLine } from "~/fleet/views/forecast-line";
import { DayTime } from "~/fleet/views/plan-line";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { MaintenanceScreen } from "./read-maintenance.server";
import { stateOf } from "../rolling-drain/rolling-words";

type Row = MaintenanceScreen["rolling"][number];

/** The rolling drains that are under way, each with its progress and forecast. */
export function RollingTable({ rolling }: { rolling: Row[] }) {
  return (
    <Panel title="Rolling drains" padded={false}>
      <Table
        caption="Rolling drains"
        rows={rolling}
        rowKey={({ id }) => id}
        empty="None"
        columns={[
          {
            head: "Plan",
            cell: ({ id, name }) => <TextLink to={`/dashboard/maintenance/${id}`}>{name}</TextLink>,
            className: "font-medium [overflow-wrap:anywhere]",
          },
          {
            head: "State",
            cell: (plan) => {
              const { tone, text } = stateOf(plan);
              return <StatusDot tone={tone}>{text}</StatusDot>;
            },
          },
          { head: "Done", cell: ({ counts }) => `${counts.done} of ${counts.all}`, numeric: true },
          { head: "Out now", cell: ({ counts, at_once }) => `${counts.out} of ${at_once}`, numeric: true },
          { head: "Empty by", cell: ({ empty_by_ts }) => <DayTime ts={empty_by_ts} />, className: "whitespace-nowrap" },
          {
            head: "Last node empty",
            cell: ({ forecast, empty_by_ts, state }) => (
              <ForecastLine forecast={forecast} emptyByTs={empty_by_ts} paused={state === "paused"} />
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** Ended rolling drains, the newest first. */
export function EndedTable({ ended: { rows, more, page } }: { ended: MaintenanceScreen["ended"] }) {
  return (
    <Panel title="Ended rolling drains" lead="Of the last 90 days." padded={false} folds>
      <Table
        caption="Ended rolling drains"
        rows={rows}
        rowKey={({ id }) => id}
        empty="None on this page"
        columns={[
          {
            head: "Plan",
            cell: ({ id, name }) => <TextLink to={`/dashboard/maintenance/${id}`}>{name}</TextLink>,
            className: "font-medium [overflow-wrap:anywhere]",
          },
          { head: "Outcome", cell: ({ state }) => state },
          { head: "Nodes done", cell: ({ counts }) => counts.done, numeric: true },
          { head: "Planned by", cell: ({ by }) => by ?? "a deleted user" },
          { head: "Ended", cell: ({ ended_ts }) => (ended_ts === null ? "–" : <DayTime ts={ended_ts} />) },
        ]}
      />
      {more || page > 1 ? <Pager page={page} pages={page} name="ended" more={more} of="ended rolling drains" /> : null}
    </Panel>
  );
}
