import { Chart } from "~/platform/ui/chart/chart";
import { formatDollars, formatTime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import type { Business } from "./read-business.server";

const HEIGHT = 280;
const HOUR_LABELS = 6;

/** Revenue per hour, today and on the same weekday last week. */
export function RevenueChart({ business: { hours, weekday, revenue, revenueLastWeek } }: { business: Business }) {
  const x = hours.map(({ ts }) => formatTime(ts));
  const before = `Last ${weekday}`;
  return (
    <Chart
      title={`Revenue per hour, today and last ${weekday} (UTC)`}
      height={HEIGHT}
      figure={{
        data: [
          { type: "bar", name: "Today", x, y: hours.map(({ today }) => today) },
          { type: "bar", name: before, x, y: hours.map(({ lastWeek }) => lastWeek) },
        ],
        layout: { barmode: "group", yTitle: "dollars", xLabels: HOUR_LABELS },
      }}
      empty="No revenue today or on that day. Charges of tasks appear here by the hour."
    >
      <Table
        caption="Revenue per hour"
        compact
        rows={[
          ...hours.map(({ ts, today, lastWeek }) => ({ key: formatTime(ts), today, lastWeek })),
          { key: "Total", today: revenue, lastWeek: revenueLastWeek },
        ]}
        rowKey={({ key }) => key}
        rowClass={({ key }) => (key === "Total" ? "font-semibold" : undefined)}
        empty="Nothing yet"
        columns={[
          { head: "Hour", cell: ({ key }) => key },
          { head: "Today", cell: ({ today }) => (today === null ? "–" : formatDollars(today)), numeric: true },
          { head: before, cell: ({ lastWeek }) => formatDollars(lastWeek), numeric: true },
        ]}
      />
    </Chart>
  );
}
