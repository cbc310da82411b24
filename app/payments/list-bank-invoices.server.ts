import { dayOf } from "~/platform/day-range";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import type { BankInvoice, InvoiceStanding } from "./inside/bank/bank-invoice";
import { INVOICE } from "./inside/bank/read-invoice.server";

/** SQL for an open invoice whose due date is before the day $1. */
const OVERDUE = `(i.state = 'open' and i.due_on < $1::date)`;
const DUE = `greatest(i.cents + i.vat_cents - i.received_cents, 0)`;

/** The open invoices and the overdue ones among them: number, and the sum that is still due (B23). */
export interface OpenInvoices {
  open: number;
  openCents: Cents;
  overdue: number;
  overdueCents: Cents;
}

/** Sums the open invoices of all customers, or of one. */
export async function sumOpenInvoices({
  now,
  tenantId = null,
}: {
  now: Date;
  tenantId?: number | null;
}): Promise<OpenInvoices> {
  const [row] = await db.query<OpenInvoices>(
    `select count(*)::int as open, coalesce(sum(${DUE}), 0)::bigint as "openCents",
       count(*) filter (where ${OVERDUE})::int as overdue,
       coalesce(sum(${DUE}) filter (where ${OVERDUE}), 0)::bigint as "overdueCents"
     from bank_invoice i where i.state = 'open' and ($2::int is null or i.tenant_id = $2)`,
    [dayOf(now), tenantId],
  );
  if (!row) throw new Error("the sum of open invoices gave no answer");
  return row;
}

/** SQL and its order for the invoices of each standing: open ones by due date, others newest first. */
const LISTS = {
  open: `where i.state = 'open' and $1::date is not null order by i.due_on, i.invoice_id`,
  overdue: `where ${OVERDUE} order by i.due_on, i.invoice_id`,
  paid: `where i.state = 'paid' and $1::date is not null order by i.issued_at desc, i.invoice_id`,
  cancelled: `where i.state = 'cancelled' and $1::date is not null order by i.issued_at desc, i.invoice_id`,
} as const satisfies Record<InvoiceStanding, string>;

/** Lists invoices of a standing by pages. */
export async function listBankInvoices(asked: {
  standing: InvoiceStanding;
  page: number;
  size: number;
  now: Date;
}): Promise<BankInvoice[]> {
  const { standing, page, size, now } = asked;
  return await db.query<BankInvoice>(
    `select ${INVOICE} from bank_invoice i join tenant t on t.id = i.tenant_id ${LISTS[standing]} limit $2 offset $3`,
    [dayOf(now), size, (page - 1) * size],
  );
}

/** A customer with open invoices, and the sums that are still due. */
export interface InvoiceDebtor {
  tenantName: string;
  invoices: number;
  dueCents: Cents;
  overdueCents: Cents;
  /** The earliest due date, YYYY-MM-DD. */
  since: string;
}

/** Lists the customers with the most due. */
export async function listInvoiceDebtors({ now, limit }: { now: Date; limit: number }): Promise<InvoiceDebtor[]> {
  return await db.query<InvoiceDebtor>(
    `select t.tenant_name as "tenantName", count(*)::int as invoices, sum(${DUE})::bigint as "dueCents",
       coalesce(sum(${DUE}) filter (where ${OVERDUE}), 0)::bigint as "overdueCents", to_char(min(i.due_on), 'YYYY-MM-DD') as since
     from bank_invoice i join tenant t on t.id = i.tenant_id where i.state = 'open'
     group by t.id order by 4 desc, 3 desc, 1 limit $2`,
    [dayOf(now), limit],
  );
}
