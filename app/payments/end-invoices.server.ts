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

/** Cancels the open invoices of accounts that are closed: nothing was credited for them, and nothing has come (B23). */
export async function endInvoices(tx: Tx, { tenantIds, ...act }: InvoiceAct & { tenantIds: readonly number[] }) {
  for (const invoice of await lockOpenInvoices(tx, tenantIds)) await endCancelled(tx, invoice, act);
}
