import { db, type Tx } from "~/platform/db.server";
import type { BankInvoice } from "./bank-invoice";

/** Columns of a BankInvoice from `bank_invoice i` and `tenant t`. */
export const INVOICE = `i.invoice_id as "invoiceId", i.tenant_id as "tenantId", t.tenant_name as "tenantName", i.number, i.state,
  i.cents, i.vat_cents as "vatCents", case when i.vat_reason <> '' then jsonb_build_object('country', i.vat_country,
    'rateBp', i.vat_rate_bp, 'reason', i.vat_reason) end as vat, i.credit_when as "creditWhen", i.issued_at as "issuedAt",
  to_char(i.due_on, 'YYYY-MM-DD') as "dueOn", i.received_cents as "receivedCents", i.returned_cents as "returnedCents", i.credited_at as "creditedAt",
  i.ended_at as "endedAt", i.seller, i.bank_details as "bankDetails"`;

const FROM = `from bank_invoice i join tenant t on t.id = i.tenant_id`;

/** Locks an invoice until the transaction ends; in the order of locks it comes after users and before ledger accounts. */
export async function lockInvoice(tx: Tx, invoiceId: string): Promise<BankInvoice | null> {
  const [row] = await tx.query<BankInvoice>(`select ${INVOICE} ${FROM} where i.invoice_id = $1 for update of i`, [
    invoiceId,
  ]);
  return row ?? null;
}

/** Locks the open invoices of tenants, as `lockInvoice` does one. */
export async function lockOpenInvoices(tx: Tx, tenantIds: readonly number[]): Promise<BankInvoice[]> {
  return await tx.query<BankInvoice>(
    `select ${INVOICE} ${FROM} where i.tenant_id = any($1::int[]) and i.state = 'open' order by i.invoice_id for update of i`,
    [tenantIds],
  );
}

/** Reads an invoice; with a tenant, null for another tenant's. */
export async function readInvoice(invoiceId: string, tenantId: number | null = null): Promise<BankInvoice | null> {
  const [row] = await db.query<BankInvoice>(
    `select ${INVOICE} ${FROM} where i.invoice_id = $1::uuid and ($2::int is null or i.tenant_id = $2)`,
    [invoiceId, tenantId],
  );
  return row ?? null;
}

/** Lists a tenant's invoices, newest first, by pages; one row more shows that there are others. */
export async function listOwnInvoices(asked: { tenantId: number; page: number; size: number }): Promise<BankInvoice[]> {
  return await db.query<BankInvoice>(
    `select ${INVOICE} ${FROM} where i.tenant_id = $1 order by i.issued_at desc, i.invoice_id desc limit $2 offset $3`,
    [asked.tenantId, asked.size + 1, (asked.page - 1) * asked.size],
  );
}

/** Money of an invoice that went back. */
export interface CreditNoteRow {
  noteId: string;
  number: string;
  cents: bigint;
  vatCents: bigint;
  reason: string;
  givenAt: Date;
  by: string;
}

export async function listCreditNotes(invoiceId: string): Promise<CreditNoteRow[]> {
  return await db.query<CreditNoteRow>(
    `select note_id as "noteId", number, cents, vat_cents as "vatCents", reason, given_at as "givenAt",
       coalesce(u.email, u.name) as by
     from credit_note join user_account u on u.id = given_by_id where invoice_id = $1::uuid order by given_at, note_id`,
    [invoiceId],
  );
}

/** Money that came for an invoice, or came beyond it and went back. */
export interface TransferRow {
  id: string;
  cents: bigint;
  /** YYYY-MM-DD */
  on: string;
  reference: string;
  by: string;
}

export async function listTransfers(invoiceId: string): Promise<TransferRow[]> {
  return await db.query<TransferRow>(
    `select transfer_id as id, cents, to_char(received_on, 'YYYY-MM-DD') as "on", reference,
       coalesce(u.email, u.name) as by
     from bank_transfer join user_account u on u.id = recorded_by_id where invoice_id = $1::uuid
     order by recorded_at, transfer_id`,
    [invoiceId],
  );
}

export async function listReturns(invoiceId: string): Promise<TransferRow[]> {
  return await db.query<TransferRow>(
    `select return_id as id, cents, to_char(returned_on, 'YYYY-MM-DD') as "on", reference,
       coalesce(u.email, u.name) as by
     from bank_return join user_account u on u.id = recorded_by_id where invoice_id = $1::uuid
     order by recorded_at, return_id`,
    [invoiceId],
  );
}
