import type { InvoiceRow } from "~/payments/list-invoices.server";
import { Badge } from "~/platform/ui/badge";
import { formatCents, formatDate } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";

const NAME = "Recurring Payment Invoices";
const UNPAID: Record<string, { tone: Tone; label: string } | undefined> = {
  open: { tone: "warn", label: "Open" },
  uncollectible: { tone: "danger", label: "Not paid" },
  void: { tone: "neutral", label: "Void" },
};

/** The invoices of the subscription (2.4). */
export function InvoiceTable({ invoices }: { invoices: InvoiceRow[] }) {
  return (
    <Table
      caption={NAME}
      rows={invoices}
      rowKey={(invoice) => invoice.id}
      empty="No invoices yet"
      columns={[
        {
          head: "Number",
          cell: (invoice) => invoice.number ?? "–",
          className: "font-medium tabular-nums whitespace-nowrap",
        },
        { head: "Period", cell: (invoice) => <Period invoice={invoice} /> },
        { head: "Paid", cell: (invoice) => <Paid invoice={invoice} /> },
        {
          head: "Total",
          cell: (invoice) => formatCents(invoice.total),
          numeric: true,
          className: "font-medium",
        },
        { head: "Download", cell: (invoice) => <Download invoice={invoice} />, className: "md:w-px" },
      ]}
    />
  );
}

function Period({ invoice }: { invoice: InvoiceRow }) {
  return (
    <span className="tabular-nums">
      <Time epochSeconds={invoice.period_start} format={formatDate} />
      {invoice.period_end > invoice.period_start ? (
        <>
          {" "}
          – <Time epochSeconds={invoice.period_end} format={formatDate} />
        </>
      ) : null}
    </span>
  );
}

function Paid({ invoice }: { invoice: InvoiceRow }) {
  const unpaid = invoice.paid ? undefined : UNPAID[invoice.status];
  if (unpaid) return <Badge tone={unpaid.tone}>{unpaid.label}</Badge>;
  const { paid_ts: paidTs } = invoice.status_transitions;
  return paidTs > 0 ? <Time epochSeconds={paidTs} format={formatDate} /> : <>–</>;
}

/** A plain link: the answer is a file, not a page. */
function Download({ invoice }: { invoice: InvoiceRow }) {
  return (
    <a
      href={invoice.invoice_pdf}
      download
      className="prose-link"
      aria-label={`PDF: invoice ${invoice.number ?? invoice.id}`}
    >
      PDF
    </a>
  );
}
