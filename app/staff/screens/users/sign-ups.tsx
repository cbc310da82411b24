import { Chart } from "~/platform/ui/chart/chart";
import { formatDate, formatDayMonth } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";

/** Customers registered by day, including unconfirmed ones (A11). */
export function SignUps({ days }: { days: { day: string; users: number }[] }) {
  const rows = days.map(({ day, users }) => ({ ts: Date.parse(day) / 1000, users }));
  const total = rows.reduce((sum, { users }) => sum + users, 0);
  return (
    <Chart
      title={`${total.toLocaleString("en-US")} ${total === 1 ? "customer" : "customers"} signed up`}
      height={220}
      figure={{
        data: [{ type: "bar", x: rows.map(({ ts }) => formatDayMonth(ts)), y: rows.map(({ users }) => users) }],
        layout: {},
      }}
      empty="Nobody signed up in these 7 days. New customers appear here by day."
    >
      <Table
        caption="Sign-ups by day"
        compact
        rows={rows}
        rowKey={({ ts }) => ts}
        empty=""
        columns={[
          { head: "Day", cell: ({ ts }) => <Time epochSeconds={ts} format={formatDate} utc /> },
          { head: "Sign-ups", cell: ({ users }) => users, numeric: true },
        ]}
      />
    </Chart>
  );
}
