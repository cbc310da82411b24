import type { InvoiceView } from "~/payments/view-invoice.server";
import { InvoiceState } from "~/payments/views/invoice-state";
import { CsvLink } from "~/platform/ui/csv-link";
import { Pager } from "~/platform/ui/pager";
import { formatDay } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { Shown } from "./read-invoices-screen.server";

interface InvoiceListProps {
  rows: InvoiceView[];
  shown: Shown;
  page: number;
  more: boolean;
}

/** Invoices of one state, each a link to its page. */
export function InvoiceList({ rows, shown, page, more }: InvoiceListProps) {
  return (
    <Panel title="Invoices" padded={false} actions={<CsvLink of={`${shown} invoices`} />}>
      <Table
        caption="Invoices"
        rows={rows}
        rowKey={({ id }) => id}
        empty={`No ${shown} invoices`}
        columns={[
          {
            head: "Number",
            cell: ({ id, number }) => <TextLink to={`/dashboard/invoices?id=${id}`}>{number}</TextLink>,
            className: "whitespace-nowrap",
          },
          {
            head: "Customer",
            cell: ({ tenantName }) => (
              <TextLink to={`/users/stats/${encodeURIComponent(tenantName)}`}>{tenantName}</TextLink>
            ),
            className: "[overflow-wrap:anywhere]",
          },
          { head: "Due", cell: ({ dueOn }) => formatDay(dueOn), className: "whitespace-nowrap tabular-nums" },
          { head: "Total", cell: ({ total }) => total, numeric: true },
          shown === "paid"
            ? { head: "Too much", cell: ({ over }) => over ?? "–", numeric: true }
            : { head: "Still due", cell: ({ due }) => (shown === "cancelled" ? "–" : due), numeric: true },
          { head: "State", cell: ({ standing }) => <InvoiceState standing={standing} /> },
        ]}
      />
      {page > 1 || more ? <Pager page={page} pages={more ? page + 1 : page} more={more} /> : null}
    </Panel>
  );
}
