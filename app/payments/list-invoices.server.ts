import { z } from "zod";
import { db } from "~/platform/db.server";
import { record, type Row, ts, tsOrZero, utc } from "~/platform/record";

/** An invoice of the subscription (3.4), alias `i`. */
export const INVOICE = record({
  id: { type: z.string(), means: ["Id of the invoice", "in_1ExampleB"], sql: "i.invoice_id" },
  number: { type: z.string().nullable(), means: ["Number of the invoice", "MRS-000017"], sql: "i.number" },
  total: { type: z.int(), sql: "i.total_cents::float8" },
  paid: { type: z.boolean(), sql: "i.status = 'paid'" },
  invoice_pdf: { type: z.string(), sql: "'/payments/download/' || i.invoice_id" },
  status_transitions: {
    type: z.object({ paid_at: z.string().nullable(), paid_ts: z.int() }),
    sql: `json_build_object('paid_at', ${utc("i.paid_at")}, 'paid_ts', ${tsOrZero("i.paid_at")})`,
  },
  period_start: { type: z.int(), sql: ts("i.period_start") },
  period_end: { type: z.int(), sql: ts("i.period_end") },
  status: { type: z.string(), means: ["open, paid, void or uncollectible", "paid"], sql: "i.status" },
});
export type InvoiceRow = Row<typeof INVOICE>;

const MOST = 100;

/** Lists a tenant's invoices, newest first, as last reported; does not ask the provider. Omits drafts. */
export async function listInvoices({ tenantId }: { tenantId: number }): Promise<InvoiceRow[]> {
  return await db.query<InvoiceRow>(
    `select ${INVOICE.columns} from subscription_invoice i where i.tenant_id = $1 and i.status <> 'draft'
     order by i.created_at desc, i.invoice_id desc limit $2`,
    [tenantId, MOST],
  );
}
