import { useSearchParams } from "@remix-run/react";
import { memo, type ReactNode } from "react";
import type { HeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import { classes } from "~/platform/ui/classes";
import { Link } from "~/platform/ui/link";
import { BULK_FORM, BulkBar, SelectAll } from "./bulk-bar";
import type { Sort, SortColumn } from "./fleet-sort";
import { ListLine } from "./list-line";
import type { ListRow } from "./list-row";
import type { DrainFlag } from "./modes";

interface FleetListProps {
  rows: { row: ListRow; version: number }[];
  /** The plans of nodes that have one, by name. */
  plans: Record<string, HeldPlans>;
  found: number;
  sort: Sort | null;
  mayDrain: boolean;
  ticks: boolean;
  onDrain: (node: { node_name: string; version: number }, flag: DrainFlag) => void;
}

/** A page of nodes as lines, with actions on several of them. */
export const FleetList = memo(function FleetList({
  rows,
  plans,
  found,
  sort,
  mayDrain,
  ticks,
  onDrain,
}: FleetListProps) {
  return (
    <div className="rounded-panel border bg-surface shadow-panel">
      {mayDrain ? <BulkBar found={found} ticks={ticks} /> : null}
      <table className="table-cards fleet-list w-full text-sm" data-ticks={ticks ? "" : undefined}>
        <caption className="sr-only">Nodes</caption>
        <thead>
          <tr className="border-b text-left text-muted">
            {mayDrain ? (
              <Head className="fleet-check">
                <SelectAll form={BULK_FORM} />
              </Head>
            ) : null}
            <SortHead column="name" label="Node" sort={sort} />
            <SortHead column="cluster" label="Cluster" sort={sort} />
            <SortHead column="gpu" label="GPU type" sort={sort} />
            <SortHead column="mode" label="Mode" sort={sort} />
            <SortHead column="health" label="Health" sort={sort} />
            <SortHead column="used" label="GPUs" sort={sort} />
            <SortHead column="tenants" label="Tenants" sort={sort} />
            <SortHead column="updated" label="Updated" sort={sort} />
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(({ row, version }) => (
            <ListLine
              key={row.node_name}
              row={row}
              plans={plans[row.node_name]}
              version={version}
              mayDrain={mayDrain}
              onDrain={onDrain}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

interface HeadProps {
  children: ReactNode;
  sorted?: "ascending" | "descending";
  className?: string;
}

function Head({ children, sorted, className }: HeadProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classes("h-10 px-2 py-2 font-medium first:pl-4 last:pr-4", className)}
    >
      {children}
    </th>
  );
}

/** A heading that sorts by its column, and reverses an existing order. */
function SortHead({ column, label, sort }: { column: SortColumn; label: string; sort: Sort | null }) {
  const [search] = useSearchParams();
  const present = sort?.column === column ? sort : null;
  const next = new URLSearchParams(search);
  next.delete("page");
  next.set("sort", present && !present.down ? `-${column}` : column);
  return (
    <Head sorted={present ? (present.down ? "descending" : "ascending") : undefined}>
      <Link to={`?${next.toString()}`} preventScrollReset className={classes(present && "text-ink")}>
        {label}
        {present ? (present.down ? " ↓" : " ↑") : null}
      </Link>
    </Head>
  );
}
