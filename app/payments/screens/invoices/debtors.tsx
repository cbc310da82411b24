import type { SerializeFrom } from "@remix-run/node";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatDay } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { readInvoicesScreen } from "./read-invoices-screen.server";

type Debtor = SerializeFrom<Awaited<ReturnType<typeof readInvoicesScreen>>>["debtors"][number];

/** Customers with open invoices, the most overdue first. */
export function Debtors({ rows }: { rows: Debtor[] }) {
  return (
    <Panel title="Who owes" padded={false} actions={<CsvLink of="who owes" />}>
      <Table
        caption="Who owes"
        rows={rows}
        rowKey={({ tenantName }) => tenantName}
        empty="Nobody: no invoice is open."
        columns={[
          {
            head: "Customer",
            cell: ({ tenantName }) => (
              <TextLink to={`/users/stats/${encodeURIComponent(tenantName)}`}>{tenantName}</TextLink>
            ),
          },
          { head: "Overdue", cell: ({ overdue }) => overdue ?? "–", numeric: true, className: "font-medium" },
          { head: "Due", cell: ({ due }) => due, numeric: true },
          { head: "Invoices", cell: ({ invoices }) => invoices, numeric: true },
          { head: "Due since", cell: ({ since }) => formatDay(since), className: "whitespace-nowrap tabular-nums" },
        ]}
      />
    </Panel>
  );
}
