import { db } from "~/platform/db.server";

/** An invoice in GET /payments/invoices (3.4). */
export interface InvoiceRow {
  id: string;
  number: string | null;
  /** Whole cents. */
  total: number;
  paid: boolean;
  invoice_pdf: string;
  status_transitions: { paid_at: string | null; paid_ts: number };
  /** Epoch seconds. */
  period_start: number;
  period_end: number;
  /** The provider's status: open, paid, void, uncollectible. */
  status: string;
}

const MOST = 100;

/** Lists a tenant's invoices, newest first, as last reported; does not ask the provider. Omits drafts. */
export async function listInvoices({ tenantId }: { tenantId: number }): Promise<InvoiceRow[]> {
  const rows = await db.query<StoredInvoice>(
    `select invoice_id as id, number, status, total_cents as total, paid_at as "paidAt",
       extract(epoch from period_start)::float8 as start, extract(epoch from period_end)::float8 as "end"
     from subscription_invoice where tenant_id = $1 and status <> 'draft'
     order by created_at desc, invoice_id desc limit $2`,
    [tenantId, MOST],
  );
  return rows.map(toRow);
}

interface StoredInvoice {
  id: string;
  number: string | null;
  status: string;
  total: bigint;
  paidAt: Date | null;
  start: number;
  end: number;
}

function toRow({ id, number, status, total, paidAt, start, end }: StoredInvoice): InvoiceRow {
  return {
    id,
    number,
    total: Number(total),
    paid: status === "paid",
    invoice_pdf: `/payments/download/${id}`,
    status_transitions: {
      paid_at: paidAt ? paidAt.toISOString().replace(/\.\d+Z$/, "Z") : null,
      paid_ts: paidAt ? Math.floor(paidAt.getTime() / 1000) : 0,
    },
    period_start: Math.floor(start),
    period_end: Math.floor(end),
    status,
  };
}
