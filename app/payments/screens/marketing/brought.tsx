import { useSearchParams } from "@remix-run/react";
import { Chart } from "~/platform/ui/chart/chart";
import { formatCount, formatDollars, formatPercent } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { dateOf } from "../sources/source-rows";
import { before } from "../sources/compared-table";
import type { BroughtRow, readBrought } from "./read-brought.server";

export type Brought = Awaited<ReturnType<typeof readBrought>>;

/** Redemptions of each code over time, and the same numbers as a table. */
export function RedemptionChart({ series, periods, by }: Brought) {
  const labels = periods.map(({ day }) => (by === "day" ? dateOf(day) : dateOf(day).slice(3)));
  const [head, title] = by === "day" ? ["Day", "Redemptions per day"] : ["Month", "Redemptions per month"];
  return (
    <Chart
      title={title}
      figure={{
        data: series.map((code) => ({
          type: "bar",
          name: code,
          x: labels,
          y: periods.map(({ redeemed }) => redeemed[code] ?? 0),
        })),
        layout: { barmode: "stack" },
      }}
      empty="No redemptions in these days. They appear here when customers redeem a code on their billing screen."
    >
      <Table
        caption={title}
        rows={periods.toReversed()}
        rowKey={(row) => row.day}
        empty=""
        columns={[
          { head, cell: ({ day }) => (by === "day" ? dateOf(day) : dateOf(day).slice(3)) },
          ...series.map((code) => ({
            head: code,
            cell: ({ redeemed }: Brought["periods"][number]) => redeemed[code] ?? 0,
            numeric: true,
            className: "[overflow-wrap:anywhere]",
          })),
        ]}
      />
    </Chart>
  );
}

/** Results of each code: money given, and later top-ups and subscriptions. */
export function BroughtTable({ rows }: { rows: BroughtRow[] }) {
  const toCode = useToCode();
  return (
    <Table
      caption="Results of codes"
      rows={rows}
      rowKey={(row) => row.code}
      rowClass={(row) => (row.code ? undefined : "bg-sunken")}
      empty="No code was redeemed in these days."
      columns={[
        {
          head: "Promocode",
          cell: ({ code, name }) => (
            <span className="flex flex-col">
              {code ? <TextLink to={toCode(code)}>{code}</TextLink> : <span className="font-medium">{name}</span>}
              {code ? <span className="font-normal [overflow-wrap:anywhere] text-muted">{name}</span> : null}
            </span>
          ),
        },
        { head: "Redeemed", cell: (row) => formatCount(row.redeemed), numeric: true },
        { head: "Before", cell: (row) => before(row.redeemed, row.before), numeric: true },
        { head: "Money given", cell: (row) => formatDollars(row.given), numeric: true },
        { head: "Topped up after", cell: (row) => <Share count={row.toppedUp} of={row.redeemed} />, numeric: true },
        { head: "Subscribed after", cell: (row) => <Share count={row.subscribed} of={row.redeemed} />, numeric: true },
      ]}
    />
  );
}

/** The URL of a code's redemptions in the same days. */
export function useToCode(): (code: string) => string {
  const [search] = useSearchParams();
  return (code) => {
    const wanted = new URLSearchParams(search);
    wanted.delete("redemptions");
    wanted.set("code", code);
    return `?${wanted.toString()}#redemptions`;
  };
}

function Share({ count, of }: { count: number; of: number }) {
  return (
    <span className="whitespace-nowrap">
      {formatCount(count)} <span className="text-muted">({formatPercent(count, of)})</span>
    </span>
  );
}
