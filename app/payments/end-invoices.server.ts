import type { Tx } from "~/platform/db.server";
import { lockOpenInvoices } from "./inside/bank/read-invoice.server";
import { endCancelled, type InvoiceAct } from "./inside/bank/record-transfer.server";

/**
 * Checks whether tenants have an invoice that is credited and not paid, or paid in part: it must be settled first. Their
 * open invoices stay locked until the commit, so that no transfer arrives between this check and `endInvoices`.
 */
export async function hasUnsettledInvoice(tx: Tx, tenantIds: readonly number[]): Promise<boolean> {
  const invoices = await lockOpenInvoices(tx, tenantIds);
  return invoices.some(({ creditedAt, receivedCents }) => creditedAt !== null || receivedCents > 0n);
}

/**
 * Checks whether money that came beyond an invoice of the tenants is still here: afterwards nobody could ask for it. Called
 * after `hasUnsettledInvoice`, whose locks let a transfer come first.
 */
export async function hasSurplus(tx: Tx, tenantIds: readonly number[]): Promise<boolean> {
  const left = await tx.query(
    `select from bank_invoice where tenant_id = any($1::int[]) and received_cents - returned_cents > cents + vat_cents limit 1`,
    [tenantIds],
  );
  return left.length > 0;
}

/** Cancels the open invoices of accounts that are closed: nothing was credited for them, and nothing has come (B23). */
export async function endInvoices(tx: Tx, { tenantIds, ...act }: InvoiceAct & { tenantIds: readonly number[] }) {
  for (const invoice of await lockOpenInvoices(tx, tenantIds)) await endCancelled(tx, invoice, act);
}
