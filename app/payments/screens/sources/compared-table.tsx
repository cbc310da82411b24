import { MINUS } from "~/platform/cents-text";
import type { Days } from "~/platform/day-range";
import { formatCount, formatDollars, formatPercent } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { ComparedRow } from "./compare-sources.server";
import { usersPath } from "./source-rows";

/** Each source with the days before and its results. */
export function ComparedTable({ rows, days }: { rows: ComparedRow[]; days: Days | null }) {
  const compared = rows.some(({ proBefore }) => proBefore !== null);
  return (
    <Table
      caption="Results of each source"
      rows={rows}
      rowKey={(row) => row.label}
      rowClass={(row) => (row.source ? undefined : "bg-sunken font-semibold")}
      empty=""
      columns={[
        { head: "Category", cell: (row) => row.label },
        {
          head: "PRO",
          cell: ({ source, pro }) => (
            <TextLink to={usersPath({ source, plan: "PRO", days })}>{formatCount(pro)}</TextLink>
          ),
          numeric: true,
        },
        ...(compared
          ? [{ head: "Before", cell: (row: ComparedRow) => before(row.pro, row.proBefore), numeric: true }]
          : []),
        {
          head: "Free",
          cell: ({ source, free }) => (
            <TextLink to={usersPath({ source, plan: "FREE", days })}>{formatCount(free)}</TextLink>
          ),
          numeric: true,
        },
        ...(compared
          ? [{ head: "Before", cell: (row: ComparedRow) => before(row.free, row.freeBefore), numeric: true }]
          : []),
        { head: "Topped up", cell: (row) => <ToppedUp row={row} days={days} />, numeric: true },
        {
          head: "Top-ups",
          cell: ({ source, toppedUp }) => (
            <TextLink to={usersPath({ source, days })}>{formatDollars(toppedUp)}</TextLink>
          ),
          numeric: true,
        },
      ]}
    />
  );
}

function ToppedUp({ row: { source, pro, free, paying }, days }: { row: ComparedRow; days: Days | null }) {
  return (
    <span className="whitespace-nowrap">
      <TextLink to={usersPath({ source, days })}>{formatCount(paying)}</TextLink>{" "}
      <span className="text-muted">({formatPercent(paying, pro + free)})</span>
    </span>
  );
}

/** The number in the days before, and the difference: `12 (+5)`. */
export function before(count: number, then: number | null): string {
  if (then === null) return "–";
  const difference = count - then;
  const sign = difference > 0 ? "+" : difference < 0 ? MINUS : "±";
  return `${formatCount(then)} (${sign}${formatCount(Math.abs(difference))})`;
}
