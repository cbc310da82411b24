import type { DayOfHour, DayOfModel, DayOfUser } from "~/usage/inside/figures/read-usage-day.server";
import { endInRest, OTHER } from "~/usage/inside/figures/largest";
import type { UsageFilter } from "~/usage/inside/figures/usage-filter";
import { formatCount, formatPercent, formatTime } from "~/platform/ui/format";
import { LongList } from "~/platform/ui/long-list";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { eventsPath } from "~/usage/views/usage-links";

const EMPTY = "No calls on this day";

interface OfDay {
  day: string;
  filter: UsageFilter;
}

export function ModelsOfDay({ rows, day, filter }: OfDay & { rows: DayOfModel[] }) {
  return (
    <LongList label="Models of the day" rows={rows.length}>
      <Table
        caption="Models of the day"
        rows={shownModels(rows)}
        rowKey={({ name }) => name}
        empty={EMPTY}
        columns={[
          {
            head: "Model",
            cell: ({ name }) =>
              name === OTHER ? OTHER : <TextLink to={eventsPath({ ...filter, day, model: name })}>{name}</TextLink>,
            className: "break-all",
          },
          { head: "Hits", cell: ({ hit }) => formatCount(hit), numeric: true },
          { head: "Completed", cell: ({ completed }) => formatCount(completed), numeric: true },
          { head: "Not completed", cell: ({ hit, completed }) => formatPercent(hit - completed, hit), numeric: true },
        ]}
      />
    </LongList>
  );
}

function shownModels(rows: readonly DayOfModel[]): DayOfModel[] {
  const sum = (others: readonly DayOfModel[], of: "hit" | "completed") => others.reduce((all, row) => all + row[of], 0);
  return endInRest(rows, {
    nameOf: ({ name }) => name,
    sizeOf: ({ hit }) => hit,
    rest: OTHER,
    restOf: (others, name) => ({ name, hit: sum(others, "hit"), completed: sum(others, "completed") }),
  });
}

interface UsersOfDayProps extends OfDay {
  rows: DayOfUser[];
  others: { calls: number; tokens: number };
}

export function UsersOfDay({ rows, others, day, filter }: UsersOfDayProps) {
  const all = others.calls > 0 ? [...rows, { ...others, name: null }] : rows;
  return (
    <LongList label="Users of the day" rows={all.length}>
      <Table<{ name: string | null; calls: number; tokens: number }>
        caption="Users of the day"
        rows={all}
        rowKey={({ name }) => name ?? ""}
        empty={EMPTY}
        columns={[
          {
            head: "User",
            cell: ({ name }) =>
              name === null ? OTHER : <TextLink to={eventsPath({ ...filter, day, user: name })}>{name}</TextLink>,
            className: "[overflow-wrap:anywhere]",
          },
          { head: "Calls", cell: ({ calls }) => formatCount(calls), numeric: true },
          { head: "Tokens", cell: ({ tokens }) => formatCount(tokens), numeric: true },
        ]}
      />
    </LongList>
  );
}

export function HoursOfDay({ rows }: { rows: DayOfHour[] }) {
  return (
    <Table
      caption="Hours of the day"
      rows={rows}
      rowKey={({ ts }) => ts}
      empty={EMPTY}
      columns={[
        { head: "Hour, UTC", cell: ({ ts }) => formatTime(ts) },
        { head: "Hits", cell: ({ hit }) => formatCount(hit), numeric: true },
        { head: "Completed", cell: ({ completed }) => formatCount(completed), numeric: true },
        { head: "Tokens", cell: ({ tokens }) => formatCount(tokens), numeric: true },
      ]}
    />
  );
}
