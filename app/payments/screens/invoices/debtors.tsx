import type { SerializeFrom } from "@remix-run/node";
import { counted } from "~/platform/counted";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatDay } from "~/platform/ui/format";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { readInvoicesScreen } from "./read-invoices-screen.server";

type Debtor = SerializeFrom<Awaited<ReturnType<typeof readInvoicesScreen>>>["debtors"][number];

interface DebtorsProps {
  rows: Debtor[];
  /** The number of all of them. */
  customers: number;
  page: number;
  pages: number;
}

/** Customers with open invoices, the most overdue first. */
export function Debtors({ rows, customers, page, pages }: DebtorsProps) {
  return (
    <Panel
      title="Who owes"
      lead={customers > 0 ? `${counted(customers, "customer")} with open invoices` : undefined}
      padded={false}
      actions={<CsvLink of="who owes" />}
    >
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
      {pages > 1 ? <Pager page={page} pages={pages} /> : null}
    </Panel>
  );
}
