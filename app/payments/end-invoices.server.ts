import type { Tx } from "~/platform/db.server";

/** Checks whether tenants have an invoice that is credited and not paid, or paid in part: it must be settled first. */
export async function hasUnsettledInvoice(tx: Tx, tenantIds: readonly number[]): Promise<boolean> {
  const rows = await tx.query(
    `select from bank_invoice where tenant_id = any($1::int[]) and state = 'open'
       and (credited_at is not null or received_cents > 0) limit 1`,
    [tenantIds],
  );
  return rows.length > 0;
}

/** Cancels the open invoices of closed accounts: nothing was credited for them, and nothing has come (B23). */
export async function endInvoices(tx: Tx, { tenantIds, now }: { tenantIds: readonly number[]; now: Date }) {
  await tx.query(
    `update bank_invoice set state = 'cancelled', ended_at = $2 where tenant_id = any($1::int[]) and state = 'open'
       and credited_at is null and received_cents = 0`,
    [tenantIds, now],
  );
}
