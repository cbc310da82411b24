import type { VatPart } from "~/payments/read-vat-report.server";
import { percentText, VAT_REASONS } from "~/payments/vat";
import type { Days } from "~/platform/day-range";
import { CsvLink } from "~/platform/ui/csv-link";
import { periodText } from "~/platform/ui/day-text";
import { formatCount, formatDollars } from "~/platform/ui/format";
import { Lead } from "~/platform/ui/lead";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";

interface VatReportProps {
  report: { rows: VatPart[]; net: number; vat: number };
  days: Days;
}

/** VAT charged by country, for the tax return. */
export function VatReportView({ report: { rows, net, vat }, days }: VatReportProps) {
  return (
    <>
      <Lead figure={formatDollars(vat)}>
        VAT on {formatDollars(net)}, {periodText(days)}
      </Lead>
      <Panel
        title="VAT by country"
        lead="Payments of the period, less all that was given back in it, even for earlier payments. With a reverse charge you charge no VAT."
        padded={false}
        actions={<CsvLink of="VAT by country" />}
      >
        <Table
          caption="VAT by country"
          rows={rows}
          rowKey={({ country, reason, rateBp }) => `${country} ${reason} ${rateBp}`}
          empty="No VAT was charged in this period. Admins switch it on under VAT."
          columns={[
            { head: "Country", cell: ({ country }) => country },
            { head: "Treatment", cell: ({ reason }) => VAT_REASONS[reason] },
            { head: "Rate", cell: ({ rateBp }) => percentText(rateBp), numeric: true },
            { head: "Documents", cell: ({ lines }) => formatCount(lines), numeric: true },
            { head: "Net", cell: (row) => formatDollars(row.net), numeric: true },
            { head: "VAT", cell: (row) => formatDollars(row.vat), numeric: true },
          ]}
        />
      </Panel>
      <Panel title="Documents" actions={<CsvLink table="vat-lines" of="all documents" />}>
        <p className="text-sm text-muted">
          Each receipt, invoice, refund and credit note of the period with its customer and tax number, as a file.
        </p>
      </Panel>
    </>
  );
}
