import { db } from "~/platform/db.server";
import { billedToOf, type BilledToRow } from "~/money/read-billed-to.server";
import { listCreditNotes, readInvoice } from "./inside/bank/read-invoice.server";
import { creditNotePdf, invoicePdf } from "./invoice-pdf.server";

interface AskedDocument {
  /** Id of an invoice by bank transfer, or of a credit note. */
  id: string;
  /** Null: for staff. */
  tenantId: number | null;
}

/** Reads an invoice or a credit note as a document; with a tenant, null for another tenant's (B23). */
export async function readInvoicePdf({ id, tenantId }: AskedDocument) {
  const [of] = await db.query<{ invoiceId: string }>(
    `select invoice_id as "invoiceId" from credit_note where note_id = $1::uuid`,
    [id],
  );
  const invoice = await readInvoice(of?.invoiceId ?? id, tenantId);
  if (!invoice) return null;
  const [billed] = await db.query<Omit<BilledToRow, "tenantName">>(
    `select billed.* from bank_invoice cross join jsonb_to_record(billed_to) as billed(name text, company text, tax text,
       street text, street2 text, postal text, city text, region text, country text) where invoice_id = $1`,
    [invoice.invoiceId],
  );
  if (!billed) return null;
  const billedTo = billedToOf({ ...billed, tenantName: invoice.tenantName });
  if (!of) return { number: invoice.number, pdf: invoicePdf(invoice, billedTo) };
  const note = (await listCreditNotes(invoice.invoiceId)).find(({ noteId }) => noteId === id.toLowerCase());
  return note ? { number: note.number, pdf: creditNotePdf(note, invoice, billedTo) } : null;
}
