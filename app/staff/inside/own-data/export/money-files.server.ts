import { db } from "~/platform/db.server";
import { allRows } from "~/platform/all-rows";
import { type ExportFile, exportFile, type Owner } from "./export-file";

const PAGE = 5000;

interface MovementRow {
  entry: bigint;
  at: Date;
  account: string;
  unit: string;
  units: bigint;
  kind: string;
  description: string;
  task: string | null;
}

/** Lists the movements, account by account through the index of entries: a million entries take many short steps. */
async function* movements({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    const accounts = await db.query<{ id: number }>(`select id from ledger_account where tenant_id = $1 order by id`, [
      tenantId,
    ]);
    for (const { id } of accounts) {
      yield* allRows<MovementRow>((last) =>
        db.query(
          `select e.id as entry, t.at, a.kind as account, a.unit, e.units, t.kind, t.description, t.resv_guid::text as task
           from ledger_entry e join ledger_transaction t on t.id = e.transaction_id join ledger_account a on a.id = e.account_id
           where e.account_id = $1 and e.id > $2 order by e.id limit ${PAGE}`,
          [id, last?.entry ?? 0n],
        ),
      );
    }
  }
}

interface ReceiptRow {
  number: string;
  settled_at: Date | null;
  cents: bigint;
  received_cents: bigint;
  refunded_cents: bigint;
  vat_cents: bigint;
  vat_percent: number;
  vat_country: string;
  vat_reason: string;
  currency: string;
  state: string;
  card_holder_name: string;
  billed_to: string | null;
}

async function* receipts({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    yield* allRows<ReceiptRow & { id: string; created_at: Date }>((last) =>
      db.query(
        `select topup_id::text as id, created_at, coalesce(number, '') as number, settled_at, cents, received_cents,
           refunded_cents, vat_cents, vat_rate_bp / 100.0::float8 as vat_percent, vat_country, vat_reason, currency, state, card_holder_name, billed_to::text as billed_to
         from top_up where tenant_id = $1 and (created_at, topup_id) > ($2::timestamptz, $3::uuid)
         order by created_at, topup_id limit ${PAGE}`,
        [tenantId, last?.created_at ?? "-infinity", last?.id ?? "00000000-0000-0000-0000-000000000000"],
      ),
    );
  }
}

interface InvoiceRow {
  number: string;
  created_at: Date;
  status: string;
  total_cents: bigint;
  period_start: Date;
  period_end: Date;
  paid_at: Date | null;
}

async function* invoices({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    yield* await db.query<InvoiceRow>(
      `select coalesce(number, '') as number, created_at, status, total_cents, period_start, period_end, paid_at
       from subscription_invoice where tenant_id = $1 order by created_at`,
      [tenantId],
    );
  }
}

interface BankInvoiceRow {
  number: string;
  issued_at: Date;
  due_on: string;
  state: string;
  cents: bigint;
  vat_cents: bigint;
  vat_percent: number;
  vat_country: string;
  vat_reason: string;
  received_cents: bigint;
  returned_cents: bigint;
  ended_at: Date | null;
  billed_to: string;
}

async function* bankInvoices({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    yield* await db.query<BankInvoiceRow>(
      `select number, issued_at, to_char(due_on, 'YYYY-MM-DD') as due_on, state, cents, vat_cents,
         (vat_rate_bp / 100.0)::float8 as vat_percent, vat_country, vat_reason, received_cents, returned_cents, ended_at, billed_to::text as billed_to
       from bank_invoice where tenant_id = $1 order by issued_at, invoice_id`,
      [tenantId],
    );
  }
}

interface CreditNoteRow {
  number: string;
  invoice: string;
  given_at: Date;
  cents: bigint;
  vat_cents: bigint;
  reason: string;
}

async function* creditNotes({ tenantIds }: Owner) {
  for (const tenantId of tenantIds) {
    yield* await db.query<CreditNoteRow>(
      `select c.number, i.number as invoice, c.given_at, c.cents, c.vat_cents, c.reason
       from credit_note c join bank_invoice i using (invoice_id) where i.tenant_id = $1 order by c.given_at, c.note_id`,
      [tenantId],
    );
  }
}

/** Payments, and what became of them. */
export const MONEY_FILES: readonly ExportFile[] = [
  exportFile<MovementRow>(
    "movements",
    "Every movement of your balance, your debt and your coins. A unit of money is 1/3600 cent: 360,000 units are one dollar.",
    ["entry", "at", "account", "unit", "units", "kind", "description", "task"],
    movements,
  ),
  exportFile<ReceiptRow>(
    "receipts",
    "Your top-ups with the numbers of their receipts, in cents.",
    [
      ...(["number", "settled_at", "cents", "received_cents", "refunded_cents", "currency", "state"] as const),
      ...(["card_holder_name", "billed_to"] as const),
      ...(["vat_cents", "vat_percent", "vat_country", "vat_reason"] as const),
    ],
    receipts,
  ),
  exportFile<InvoiceRow>(
    "subscription-invoices",
    "Invoices of your subscription, in cents.",
    ["number", "created_at", "status", "total_cents", "period_start", "period_end", "paid_at"],
    invoices,
  ),
  exportFile<BankInvoiceRow>(
    "bank-invoices",
    "Your invoices by bank transfer, in cents.",
    [
      ...(["number", "issued_at", "due_on", "state", "cents", "vat_cents", "vat_percent"] as const),
      ...(["vat_country", "vat_reason", "received_cents", "returned_cents", "ended_at", "billed_to"] as const),
    ],
    bankInvoices,
  ),
  exportFile<CreditNoteRow>(
    "credit-notes",
    "Credit notes for your invoices by bank transfer, in cents.",
    ["number", "invoice", "given_at", "cents", "vat_cents", "reason"],
    creditNotes,
  ),
];
