import { ALL_SOURCES, SOURCE_LABELS, type SignUpSource } from "~/accounts/sign-up-sources";
import type { Days } from "~/platform/day-range";
import type { Sources } from "~/payments/inside/marketing/read-sources.server";
import { formatCount } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Category } from "../sources/category";
import { type Plan, usersPath } from "../sources/source-rows";

export interface BothRow {
  /** Null for the row of the total. */
  source: SignUpSource | null;
  label: string;
  free: number;
  pro: number;
}

/** Builds a row of both plans per source, and their totals. */
export function bothRows({ statistics, totals }: Sources): BothRow[] {
  return [
    ...ALL_SOURCES.map((source) => ({
      source,
      label: SOURCE_LABELS[source],
      free: statistics.FREE[source],
      pro: statistics.PRO[source],
    })),
    { source: null, label: "Total", free: totals.FREE, pro: totals.PRO },
  ];
}

/** Shows both user classes in one table, its last row emphasised (2.4). */
export function SourcesTable({ sources, days }: { sources: Sources; days: Days | null }) {
  const figure = (count: number, source: SignUpSource | null, plan: Plan) => (
    <TextLink to={usersPath({ source, plan, days })}>{formatCount(count)}</TextLink>
  );
  return (
    <Table
      caption="Users by source"
      compact
      rows={bothRows(sources)}
      rowKey={(row) => row.label}
      rowClass={(row) => (row.source ? undefined : "bg-sunken font-semibold")}
      empty=""
      columns={[
        { head: "Category", cell: (row) => <Category {...row} /> },
        { head: "Free", cell: ({ source, free }) => figure(free, source, "FREE"), numeric: true },
        { head: "Pro", cell: ({ source, pro }) => figure(pro, source, "PRO"), numeric: true },
      ]}
    />
  );
}
