import { transaction, type Tx } from "~/db.server";
import type { Apply } from "~/domain/payments/apply-payment.server";
import { listProviderInvoices, readInvoice } from "~/domain/payments/provider/invoices.server";
import { ProviderSilent } from "~/domain/payments/provider/stripe-client.server";
import type { InvoiceFacts } from "~/domain/payments/provider/subscription-facts";
import { prepareSubscription } from "./apply-subscription.server";

/**
 * Reads an invoice of the provider as it is now, and the subscription that it is for; the answer mirrors the one and
 * applies the other (4.3): a renewal is told by both, whichever comes first.
 */
export async function prepareInvoice(invoiceId: string, now: Date): Promise<Apply> {
  const invoice = await readInvoice(invoiceId);
  if (!invoice) return async () => {};
  const applySubscription = invoice.providerId ? await prepareSubscription(invoice.providerId, now) : null;
  return async (tx) => {
    await applySubscription?.(tx);
    await mirrorInvoices(tx, [invoice]);
  };
}

/** Mirrors all recent invoices of a customer, for those whose reports were lost. */
export async function syncInvoices({ customerId }: { customerId: string }): Promise<void> {
  const invoices = await listProviderInvoices(customerId);
  await transaction((tx) => mirrorInvoices(tx, invoices));
}

/** The same where nobody shall wait for a silent provider: its reports come, or the job asks again. */
export async function syncInvoicesQuietly({ customerId }: { customerId: string | null }): Promise<void> {
  if (!customerId) return;
  await syncInvoices({ customerId }).catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) throw error;
  });
}

/** An invoice goes this way only, so that one that was read earlier and is written later changes nothing. */
const WAY = `array['draft', 'open', 'uncollectible', 'void', 'paid']`;

/** Invoices of customers that are not ours are left alone. */
async function mirrorInvoices(tx: Tx, invoices: readonly InvoiceFacts[]): Promise<void> {
  // In one order, whoever writes: two that mirror the same ones do not wait for each other.
  for (const invoice of [...invoices].sort((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1))) await mirror(tx, invoice);
}

async function mirror(tx: Tx, invoice: InvoiceFacts): Promise<void> {
  await tx.query(
    `insert into subscription_invoice (invoice_id, tenant_id, subscription_id, number, status, total_cents,
       remaining_cents, period_start, period_end, created_at, paid_at)
     select $1, customer.tenant_id, (select subscription_id from subscription where provider_id = $3), $4, $5, $6, $7,
       $8, $9, $10, $11
     from (select tenant_id, customer_id from payment_customer
       union all select tenant_id, customer_id from former_customer) customer where customer.customer_id = $2
     on conflict (invoice_id) do update set subscription_id = excluded.subscription_id, number = excluded.number,
       status = excluded.status, total_cents = excluded.total_cents, remaining_cents = excluded.remaining_cents,
       period_start = excluded.period_start, period_end = excluded.period_end, paid_at = excluded.paid_at
     where array_position(${WAY}, excluded.status) >= array_position(${WAY}, subscription_invoice.status)`,
    [
      ...[invoice.invoiceId, invoice.customerId, invoice.providerId, invoice.number, invoice.status],
      ...[invoice.total, invoice.remaining, invoice.periodStart, invoice.periodEnd],
      ...[invoice.createdAt, invoice.paidAt],
    ],
  );
}
