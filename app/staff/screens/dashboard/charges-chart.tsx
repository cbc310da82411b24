import { Chart } from "~/platform/ui/chart/chart";
import { formatDollars, formatTime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import type { MoneyNow } from "./read-money-now.server";

const HEIGHT = 280;
const HOUR_LABELS = 6;

/** Charges per hour, today and yesterday. */
export function ChargesChart({ money: { hours, charges, chargesYesterday } }: { money: MoneyNow }) {
  const x = hours.map(({ ts }) => formatTime(ts));
  return (
    <Chart
      title="Charges per hour, today and yesterday (UTC)"
      height={HEIGHT}
      figure={{
        data: [
          { type: "bar", name: "Today", x, y: hours.map(({ today }) => today) },
          { type: "bar", name: "Yesterday", x, y: hours.map(({ yesterday }) => yesterday) },
        ],
        layout: { barmode: "group", yTitle: "dollars", xLabels: HOUR_LABELS },
      }}
      empty="Nothing was charged today or yesterday. Charges appear here by the hour."
    >
      <Table
        caption="Charges per hour"
        compact
        rows={[
          ...hours.map(({ ts, today, yesterday }) => ({ key: formatTime(ts), today, yesterday })),
          { key: "Total", today: charges, yesterday: chargesYesterday },
        ]}
        rowKey={({ key }) => key}
        rowClass={({ key }) => (key === "Total" ? "font-semibold" : undefined)}
        empty="Nothing yet"
        columns={[
          { head: "Hour", cell: ({ key }) => key },
          { head: "Today", cell: ({ today }) => (today === null ? "–" : formatDollars(today)), numeric: true },
          { head: "Yesterday", cell: ({ yesterday }) => formatDollars(yesterday), numeric: true },
        ]}
      />
    </Chart>
  );
}
