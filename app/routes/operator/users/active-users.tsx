import { Chart } from "~/ui/chart/chart";
import { formatDate, formatDayMonth } from "~/ui/format";
import { Panel } from "~/ui/panel";
import { Popup } from "~/ui/popup";
import { Stat, StatRow } from "~/ui/stat";
import { Table } from "~/ui/table";
import { Time } from "~/ui/time";

/** As many stand side by side. */
const DAY_LABELS = 8;

interface ActiveUsersProps {
  active: { daily: number; weekly: number; monthly: number };
  history: { day: string; users: number }[];
}

/** How many people were there lately (A9), and on each day of the last month. */
export function ActiveUsers({ active, history }: ActiveUsersProps) {
  const days = history.map(({ day, users }) => ({ ts: Date.parse(day) / 1000, users }));
  return (
    <Panel
      title="Active users"
      lead="Distinct users with a request or usage; days count in UTC."
      padded={false}
      className="lg:flex lg:flex-col lg:[&>div]:grow lg:[&_.stat-row]:h-full lg:[&_.stat-row]:flex-col lg:[&_.stat-row>div]:basis-auto"
      actions={
        <Popup button="By day" title="Active users by day" size="small" wide>
          <Chart
            title="Active users of each day"
            height={300}
            figure={{
              data: [{ type: "bar", x: days.map(({ ts }) => formatDayMonth(ts)), y: days.map(({ users }) => users) }],
              layout: { xLabels: DAY_LABELS },
            }}
            empty="Nobody was there in these days. Whoever makes a request or reports usage is counted."
          >
            <Table
              caption="Active users of each day"
              compact
              rows={days.toReversed()}
              rowKey={({ ts }) => ts}
              empty=""
              columns={[
                { head: "Day", cell: ({ ts }) => <Time epochSeconds={ts} format={formatDate} /> },
                { head: "Users", cell: ({ users }) => users, numeric: true },
              ]}
            />
          </Chart>
        </Popup>
      }
    >
      <StatRow bare>
        <Stat label="DAU" value={active.daily.toLocaleString("en-US")} note="today" />
        <Stat label="WAU" value={active.weekly.toLocaleString("en-US")} note="7 days" />
        <Stat label="MAU" value={active.monthly.toLocaleString("en-US")} note="30 days" />
      </StatRow>
    </Panel>
  );
}
