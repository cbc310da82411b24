import type { BillingEvent } from "~/money/list-billing-events.server";
import { formatCents, formatMovement, formatShortDateTime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";

/** Charges and credits, newest first (2.4). */
export function BillingEvents({ events }: { events: BillingEvent[] }) {
  return (
    <Table
      caption="Billing"
      rows={events.map((event, place) => ({ ...event, place }))}
      rowKey={(event) => event.place}
      empty="No billing events. Charges, top-ups, credits and adjustments appear here."
      columns={[
        {
          head: "Date",
          cell: (event) => <Time epochSeconds={event.bev_ts} format={formatShortDateTime} />,
          className: "max-md:-order-1",
        },
        {
          head: "Description",
          title: true,
          cell: (event) => event.bev_desc,
          className: "font-medium [overflow-wrap:anywhere] md:min-w-24",
        },
        { head: "Type", cell: (event) => event.bev_type },
        { head: "Location", cell: (event) => event.bev_location || null },
        {
          head: "Price per hour",
          cell: (event) => (event.bev_pph ? formatCents(event.bev_pph) : null),
          numeric: true,
        },
        {
          head: "Amount",
          cell: (event) => formatMovement(event.bev_dollars),
          numeric: true,
          className: "max-md:-order-1",
        },
        {
          head: "Task ID",
          cell: (event) => event.resv_guid,
          className: "font-mono text-xs break-all max-md:col-span-full md:min-w-24",
        },
      ]}
    />
  );
}
