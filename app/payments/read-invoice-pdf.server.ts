import { db } from "~/platform/db.server";
import { billedToOf, type BilledToRow } from "~/money/read-billed-to.server";
import { readInvoice } from "./inside/bank/read-invoice.server";
import { invoicePdf } from "./invoice-pdf.server";

/** Reads an invoice by bank transfer as a document; with a tenant, null for another tenant's (B23). */
export async function readInvoicePdf(given: { invoiceId: string; tenantId: number | null }) {
  const invoice = await readInvoice(given.invoiceId, given.tenantId);
  if (!invoice) return null;
  const [billed] = await db.query<Omit<BilledToRow, "tenantName">>(
    `select billed.* from bank_invoice cross join jsonb_to_record(billed_to) as billed(name text, company text, tax text,
       street text, street2 text, postal text, city text, region text, country text) where invoice_id = $1`,
    [given.invoiceId],
  );
  if (!billed) return null;
  return {
    number: invoice.number,
    pdf: invoicePdf(invoice, billedToOf({ ...billed, tenantName: invoice.tenantName })),
  };
}
