import { useNavigate } from "@remix-run/react";
import type { UsageFilter } from "~/usage/inside/figures/usage-filter";
import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { ScrollBox } from "~/platform/ui/scroll-box";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { formatCoins } from "~/platform/ui/usage-format";
import { axisDays, DAY_LABELS } from "../usage-parts/chart-names";
import { dayText } from "~/platform/ui/day-text";
import { eventsPath, meteringPath } from "~/usage/views/usage-links";

const HEIGHT = 400;
const MILLION = 1_000_000;
const LEAD = "Coins that plans granted and events cost, per day.";
const FILTERED_LEAD = "Coins that the chosen events cost, per day. Coins from plans belong to no model or user.";

export interface CoinRow {
  day: string;
  /** Null if only the spending is known. */
  income: number | null;
  spend: number;
}

/** Income and spend of coins per day (2.4); each day leads to its users and events. */
export function CoinsPanel({ rows, filter }: { rows: CoinRow[] | null; filter: UsageFilter }) {
  const filtered = rows?.some(({ income }) => income === null);
  return (
    <Panel
      title="Daily Coins Stats"
      lead={filtered ? FILTERED_LEAD : LEAD}
      actions={rows ? <CsvLink table="coins" of="Daily Coins Stats" /> : null}
    >
      {rows ? <CoinsChart rows={rows} filter={filter} filtered={filtered ?? false} /> : <Unread />}
    </Panel>
  );
}

function CoinsChart({ rows, filter, filtered }: { rows: CoinRow[]; filter: UsageFilter; filtered: boolean }) {
  const navigate = useNavigate();
  const x = axisDays(rows.map(({ day }) => day));
  const usersOf = (day: string) => meteringPath({ ...filter, start_date: day, end_date: day });
  const spend = { type: "bar" as const, name: "Spend", x, y: rows.map((row) => row.spend / MILLION), colour: 0 };
  const income = { ...spend, name: "Income", y: rows.map((row) => (row.income ?? 0) / MILLION), colour: 1 };
  return (
    <Chart
      title="Coins per day, in millions"
      height={HEIGHT}
      figure={{
        data: filtered ? [spend] : [income, spend],
        layout: { barmode: "group", yTitle: "Coins (M)", xLabels: DAY_LABELS },
      }}
      onPick={(_series, place) => {
        const row = rows[place];
        if (row) navigate(usersOf(row.day));
      }}
    >
      <ScrollBox label="Daily Coins Stats" className="max-h-96 overflow-auto">
        <Table
          caption="Daily Coins Stats, newest first"
          rows={[...rows].reverse()}
          rowKey={({ day }) => day}
          empty=""
          columns={[
            { head: "Day", cell: ({ day }) => dayText(day) },
            {
              head: "Income (M)",
              cell: ({ income: given }) => (given === null ? "–" : formatCoins(given)),
              numeric: true,
            },
            {
              head: "Spend (M)",
              cell: (row) => <TextLink to={usersOf(row.day)}>{formatCoins(row.spend)}</TextLink>,
              numeric: true,
            },
            {
              head: <span className="sr-only">Events</span>,
              cell: ({ day }) => (
                <TextLink to={eventsPath({ ...filter, day })} aria-label={`Events of ${dayText(day)}`}>
                  Events
                </TextLink>
              ),
            },
          ]}
        />
      </ScrollBox>
    </Chart>
  );
}
