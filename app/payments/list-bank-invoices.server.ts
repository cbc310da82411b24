import { dayOf } from "~/platform/day-range";
import { centsText } from "~/platform/cents-text";
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
  /** Customers with open invoices. */
  customers: number;
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
       coalesce(sum(${DUE}) filter (where ${OVERDUE}), 0)::bigint as "overdueCents",
       count(distinct i.tenant_id)::int as customers
     from bank_invoice i where i.state = 'open' and ($2::int is null or i.tenant_id = $2)`,
    [dayOf(now), tenantId],
  );
  if (!row) throw new Error("the sum of open invoices gave no answer");
  return row;
}

/** `$200.00, overdue $50.00`; null without open invoices. */
export function openInvoicesText({ open, openCents, overdue, overdueCents }: OpenInvoices): string | null {
  if (open === 0) return null;
  return `${centsText(openCents)}${overdue > 0 ? `, overdue ${centsText(overdueCents)}` : ""}`;
}

/** SQL for the order of a list and for the invoices after one of it, whose keys are $2 and $3. */
const BY_DUE_DATE = `and ($3::uuid is null or (i.due_on, i.invoice_id) > ($2::date, $3)) order by i.due_on, i.invoice_id`;
const NEWEST_FIRST = `and $1::date is not null and ($3::uuid is null or (i.issued_at, i.invoice_id) < ($2::timestamptz, $3))
  order by i.issued_at desc, i.invoice_id desc`;

/** SQL for the invoices of each standing: open ones by due date, others newest first. */
const LISTS = {
  open: `i.state = 'open' and $1::date is not null ${BY_DUE_DATE}`,
  overdue: `${OVERDUE} ${BY_DUE_DATE}`,
  paid: `i.state = 'paid' ${NEWEST_FIRST}`,
  cancelled: `i.state = 'cancelled' ${NEWEST_FIRST}`,
} as const satisfies Record<InvoiceStanding, string>;

interface Asked {
  standing: InvoiceStanding;
  offset?: number;
  last?: BankInvoice | null;
  limit: number;
  now: Date;
}

/** Lists invoices of a standing from `offset`, or for files those after `last`: none is missed if others change meanwhile. */
export async function listBankInvoices(asked: Asked): Promise<BankInvoice[]> {
  const { standing, offset = 0, last = null, limit, now } = asked;
  const isByDueDate = standing === "open" || standing === "overdue";
  const key = last && (isByDueDate ? last.dueOn : last.issuedAt);
  return await db.query<BankInvoice>(
    `select ${INVOICE} from bank_invoice i join tenant t on t.id = i.tenant_id where ${LISTS[standing]} limit $4 offset $5`,
    [dayOf(now), key, last?.invoiceId ?? null, limit, offset],
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

/** Lists the customers with the most due from `offset`; without a limit all. */
export async function listInvoiceDebtors({
  now,
  offset = 0,
  limit = null,
}: {
  now: Date;
  offset?: number;
  limit?: number | null;
}): Promise<InvoiceDebtor[]> {
  return await db.query<InvoiceDebtor>(
    `select t.tenant_name as "tenantName", count(*)::int as invoices, sum(${DUE})::bigint as "dueCents",
       coalesce(sum(${DUE}) filter (where ${OVERDUE}), 0)::bigint as "overdueCents", to_char(min(i.due_on), 'YYYY-MM-DD') as since
     from bank_invoice i join tenant t on t.id = i.tenant_id where i.state = 'open'
     group by t.id order by 4 desc, 3 desc, 1 limit $2 offset $3`,
    [dayOf(now), limit, offset],
  );
}
