import type { AskedRange } from "~/platform/day-range";
import type { ActiveDay } from "~/staff/read-active.server";
import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatDate, formatDayMonth } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { RangeFilter } from "~/platform/ui/range-filter";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";

/** Prefix of its days in the URL: the others are of registrations. */
export const ACTIVE_PART = "active_";

interface ActiveUsersProps {
  active: { daily: number; weekly: number; monthly: number } | null;
  history: ActiveDay[] | null;
  asked: AskedRange;
}

/** Recently active users (A9), and those up to each requested day. */
export function ActiveUsers({ active, history, asked }: ActiveUsersProps) {
  return (
    <Panel
      id="active"
      title="Active users"
      lead="Distinct users with a request or usage in one day, 7 days and 30 days (UTC)."
      actions={<CsvLink table="active" of="active users" />}
    >
      <div className="flex flex-col gap-5">
        {active ? (
          <StatRow bare>
            <Stat label="DAU" value={active.daily.toLocaleString("en-US")} note="today" />
            <Stat label="WAU" value={active.weekly.toLocaleString("en-US")} note="7 days" />
            <Stat label="MAU" value={active.monthly.toLocaleString("en-US")} note="30 days" />
          </StatRow>
        ) : (
          <Unread />
        )}
        <RangeFilter asked={asked} part={ACTIVE_PART} />
        {history ? <History days={history} /> : <Unread />}
      </div>
    </Panel>
  );
}

function History({ days }: { days: ActiveDay[] }) {
  const rows = days.map(({ day, ...counts }) => ({ ts: Date.parse(day) / 1000, ...counts }));
  const long = rows.length > 300;
  const x = rows.map(({ ts }) => (long ? formatDate(ts) : formatDayMonth(ts)));
  const line = (name: string, y: (number | null)[]) =>
    ({ type: "scatter", mode: rows.length > 1 ? "lines" : "markers", name, x, y }) as const;
  return (
    <Chart
      title="DAU, WAU and MAU up to each day"
      height={300}
      figure={{
        data: [
          line(
            "DAU",
            rows.map(({ daily }) => daily),
          ),
          line(
            "WAU",
            rows.map(({ weekly }) => weekly),
          ),
          line(
            "MAU",
            rows.map(({ monthly }) => monthly),
          ),
        ],
        layout: { xLabels: 8 },
      }}
      empty="No users were active in these days. Users who make a request or report usage are counted."
    >
      <Table
        caption="Active users up to each day"
        compact
        rows={rows.toReversed()}
        rowKey={({ ts }) => ts}
        empty=""
        columns={[
          { head: "Day", cell: ({ ts }) => <Time epochSeconds={ts} format={formatDate} utc /> },
          { head: "DAU", cell: ({ daily }) => daily.toLocaleString("en-US"), numeric: true },
          { head: "WAU", cell: ({ weekly }) => weekly?.toLocaleString("en-US") ?? "–", numeric: true },
          { head: "MAU", cell: ({ monthly }) => monthly?.toLocaleString("en-US") ?? "–", numeric: true },
        ]}
      />
    </Chart>
  );
}
