import { formatCents, formatCount, formatDate } from "~/platform/ui/format";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { VolumeView } from "./user-views.server";

/** The tenant's volumes: place, size, price, and which are unpaid. */
export function Volumes({ volumes }: { volumes: VolumeView[] }) {
  return (
    <Table
      caption="Volumes"
      rows={volumes}
      rowKey={({ volume_id }) => volume_id}
      empty="No volumes. Storage that this tenant keeps between tasks appears here."
      columns={[
        { head: "Volume", cell: ({ name }) => name, className: "break-all" },
        {
          head: "Cluster",
          cell: ({ cluster_name, reach }) => (reach === "local" ? `${cluster_name}, on one node` : cluster_name),
        },
        { head: "Size", cell: ({ gb }) => `${formatCount(gb)} GB`, numeric: true, className: "whitespace-nowrap" },
        { head: "Price per month", cell: ({ month_cents }) => formatCents(month_cents), numeric: true },
        { head: "State", cell: (volume) => <State volume={volume} /> },
      ]}
    />
  );
}

function State({ volume: { state, deletes_ts, used_by } }: { volume: VolumeView }) {
  if (state === "unpaid") {
    return (
      <>
        <StatusDot tone="danger">unpaid</StatusDot>
        <span className="block text-muted">
          deleted on <Time epochSeconds={deletes_ts} format={formatDate} />
        </span>
      </>
    );
  }
  return (
    <>
      <StatusDot tone={used_by.length > 0 ? "ok" : "neutral"}>{state}</StatusDot>
      {used_by.length > 0 ? (
        <span className="block text-muted">{used_by.map(({ task_name }) => task_name).join(", ")}</span>
      ) : null}
    </>
  );
}
