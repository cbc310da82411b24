import { Chart } from "~/platform/ui/chart/chart";
import { dayText } from "~/platform/ui/day-text";
import { formatDollars, formatMovement } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import type { SpendDay } from "./read-spend.server";

const HEIGHT = 240;

/** The cost of tasks and volumes per day, and other movements of the balance. */
export function Spend({ days }: { days: SpendDay[] }) {
  const figure = {
    data: [{ type: "bar" as const, name: "Spent", x: days.map(({ day }) => day), y: days.map(({ spent }) => spent) }],
    layout: { yTitle: "Dollars" },
  };
  const total = days.reduce((sum, { spent }) => sum + spent, 0);
  return (
    <Chart
      title={`Spent per day, UTC: ${formatDollars(total)} in 30 days`}
      figure={figure}
      height={HEIGHT}
      empty="Nothing was spent in the last 30 days. The cost of tasks and volumes appears here by day."
    >
      <Table
        caption="Spend per day"
        compact
        rows={days.toReversed()}
        rowKey={({ day }) => day}
        empty="Nothing moved in 30 days"
        columns={[
          { head: "Day", cell: ({ day }) => dayText(day) },
          { head: "Spent", cell: ({ spent }) => formatDollars(spent), numeric: true },
          {
            head: "Other movements",
            cell: ({ others }) => (others === 0 ? "–" : formatMovement(-others)),
            numeric: true,
          },
        ]}
      />
    </Chart>
  );
}
