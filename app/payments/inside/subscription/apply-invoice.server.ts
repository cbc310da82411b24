import { transaction, type Tx } from "~/platform/db.server";
import type { Apply } from "~/payments/apply-payment.server";
import { listProviderInvoices, readInvoice } from "~/payments/inside/provider/invoices.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import type { InvoiceFacts } from "~/payments/inside/provider/subscription-facts";
import { keepVatLine, type VatLine } from "../vat/vat-line.server";
import { prepareSubscription } from "./apply-subscription.server";

/**
 * Reads an invoice and its subscription at the provider; the returned function mirrors the first and applies the second
 * (4.3). Either event can come first at a renewal.
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

/** Mirrors all recent invoices of a customer, in case events were lost. */
export async function syncInvoices({ customerId }: { customerId: string }): Promise<void> {
  const invoices = await listProviderInvoices(customerId);
  await transaction((tx) => mirrorInvoices(tx, invoices));
}

/** Mirrors invoices without waiting for a silent provider: events or the job follow. */
export async function syncInvoicesQuietly({ customerId }: { customerId: string | null }): Promise<void> {
  if (!customerId) return;
  await syncInvoices({ customerId }).catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) throw error;
  });
}

/** Order of an invoice's states, so that a late write of an early reading changes nothing. */
const WAY = `array['draft', 'open', 'uncollectible', 'void', 'paid']`;

/** Ignores invoices of unknown customers. */
async function mirrorInvoices(tx: Tx, invoices: readonly InvoiceFacts[]): Promise<void> {
  // A fixed order prevents deadlocks between mirrors of the same invoices.
  for (const invoice of [...invoices].sort((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1))) await mirror(tx, invoice);
}

async function mirror(tx: Tx, invoice: InvoiceFacts): Promise<void> {
  await tx.query(
    `insert into subscription_invoice (invoice_id, tenant_id, subscription_id, number, status, total_cents,
       remaining_cents, period_start, period_end, created_at, paid_at)
     select $invoiceId, customer.tenant_id, (select subscription_id from subscription where provider_id = $providerId),
       $number, $status, $total, $remaining, $periodStart, $periodEnd, $createdAt, $paidAt
     from (select tenant_id, customer_id from payment_customer
       union all select tenant_id, customer_id from former_customer) customer where customer.customer_id = $customerId
     on conflict (invoice_id) do update set subscription_id = excluded.subscription_id, number = excluded.number,
       status = excluded.status, total_cents = excluded.total_cents, remaining_cents = excluded.remaining_cents,
       period_start = excluded.period_start, period_end = excluded.period_end, paid_at = excluded.paid_at
     where array_position(${WAY}, excluded.status) >= array_position(${WAY}, subscription_invoice.status)`,
    { ...invoice },
  );
  if (invoice.status === "paid") await keepVat(tx, invoice);
}

/** Keeps a paid invoice for the tax return, once, with the VAT that its customer agreed to (B22). */
async function keepVat(
  tx: Tx,
  { invoiceId, number, netCents, vatCents, paidAt, createdAt }: InvoiceFacts,
): Promise<void> {
  if (netCents === 0n) return;
  const [of] = await tx.query<{ tenantId: number; country: string; rateBp: number; reason: string }>(
    `select i.tenant_id as "tenantId", s.vat_country as country, s.vat_rate_bp as "rateBp", s.vat_reason as reason
     from subscription_invoice i join subscription s using (subscription_id) where i.invoice_id = $1`,
    [invoiceId],
  );
  if (!of) return;
  const key = `subscription:${invoiceId}`;
  await keepVatLine(tx, { ...of, key, document: number ?? "", netCents, vatCents, now: paidAt ?? createdAt });
  await giveVatBack(tx, { invoiceId });
}

/** Gives back the VAT of paid invoices whose abandoned subscription was refunded (6.4), each once: of one invoice or one subscription. */
export async function giveVatBack(
  tx: Tx,
  { invoiceId = null, subscriptionId = null }: { invoiceId?: string | null; subscriptionId?: string | null },
): Promise<void> {
  const lines = await tx.query<VatLine>(
    `select v.key || ':returned' as key, v.tenant_id as "tenantId", v.document, v.country, v.reason, v.rate_bp as "rateBp",
       -v.net_cents as "netCents", -v.vat_cents as "vatCents", s.cleared_at as now
     from subscription s join subscription_invoice i using (subscription_id) join vat_line v on v.key = 'subscription:' || i.invoice_id
     where s.cleared_at is not null and (i.invoice_id = $1 or s.subscription_id = $2) order by v.id`,
    [invoiceId, subscriptionId],
  );
  for (const line of lines) await keepVatLine(tx, line);
}
