import Stripe from "stripe";
import type { Cents } from "~/money/units";
import { env } from "~/platform/env.server";
import { idOf } from "./id-of";
import { ask, askFor, ProviderSilent } from "~/payments/stripe-client.server";
import { isVatProduct } from "./prices.server";
import type { InvoiceFacts, UpcomingInvoice } from "./subscription-facts";

const PDF_TIMEOUT_MS = 20_000;
const CURRENCY = "usd";

/** Reads an invoice; null for an unknown id. */
export async function readInvoice(invoiceId: string): Promise<InvoiceFacts | null> {
  const invoice = await askFor((stripe) => stripe.invoices.retrieve(invoiceId));
  return invoice ? invoiceOf(invoice) : null;
}

/** The newest invoices of a customer. */
export async function listProviderInvoices(customerId: string): Promise<InvoiceFacts[]> {
  const page = await ask((stripe) => stripe.invoices.list({ customer: customerId, limit: 100 }));
  return page.data.map(invoiceOf);
}

/** Previews a subscription's next invoice; null if there will be none. */
export async function previewInvoice(providerId: string): Promise<UpcomingInvoice | null> {
  try {
    const preview = await ask((stripe) => stripe.invoices.createPreview({ subscription: providerId }));
    return {
      total: notBelowZero(preview.total),
      remaining: notBelowZero(preview.amount_remaining),
      periodStart: periodOf(preview).start,
    };
  } catch (error) {
    if (isCode(error, "invoice_upcoming_none") || isCode(error, "resource_missing")) return null;
    throw error;
  }
}

/** The payment of an open invoice; null if it needs none. */
export async function readInvoicePayment(invoiceId: string): Promise<{ paymentIntentId: string } | null> {
  const invoice = await askFor((stripe) => stripe.invoices.retrieve(invoiceId, { expand: ["payments"] }));
  const open = invoice?.payments?.data.find(({ status }) => status === "open");
  const paymentIntentId = idOf(open?.payment.payment_intent);
  return paymentIntentId ? { paymentIntentId } : null;
}

/** Adds an amount to a subscription's next invoice, once per key. */
export async function addInvoiceItem(given: {
  customerId: string;
  providerId: string;
  cents: Cents;
  text: string;
  chargeId: string;
}): Promise<{ itemId: string }> {
  const item = await ask((stripe) =>
    stripe.invoiceItems.create(
      {
        customer: given.customerId,
        subscription: given.providerId,
        amount: Number(given.cents),
        currency: CURRENCY,
        description: given.text,
        metadata: { charge: given.chargeId },
      },
      { idempotencyKey: `charge:${given.chargeId}` },
    ),
  );
  return { itemId: item.id };
}

/** Opens the provider's PDF of an invoice; null without one. Its URL never leaves the server. */
export async function openInvoicePdf(invoiceId: string): Promise<ReadableStream<Uint8Array> | null> {
  const invoice = await askFor((stripe) => stripe.invoices.retrieve(invoiceId));
  if (!invoice?.invoice_pdf) return null;
  requireProvider(new URL(invoice.invoice_pdf));
  const answer = await fetch(invoice.invoice_pdf, { signal: AbortSignal.timeout(PDF_TIMEOUT_MS) }).catch(
    (error: unknown) => {
      throw new ProviderSilent(error);
    },
  );
  const isPdf = answer.headers.get("Content-Type")?.startsWith("application/pdf");
  if (answer.ok && isPdf && answer.body) return answer.body;
  await answer.body?.cancel();
  throw new ProviderSilent(new Error(`the PDF of ${invoiceId} was answered ${answer.status}`));
}

/** Refuses any other host than the provider's, whatever URL the answer contains. */
function requireProvider(url: URL): void {
  const stripes = url.protocol === "https:" && /(^|\.)stripe\.com$/.test(url.hostname);
  const sandbox = env.STRIPE_SANDBOX_ORIGIN !== undefined && url.origin === env.STRIPE_SANDBOX_ORIGIN;
  if (!stripes && !sandbox) throw new Error(`an invoice's PDF is said to be at ${url.host}`);
}

function invoiceOf(invoice: Stripe.Invoice): InvoiceFacts {
  const period = periodOf(invoice);
  const paidAt = invoice.status_transitions.paid_at;
  return {
    invoiceId: invoice.id,
    customerId: idOf(invoice.customer),
    providerId: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    status: invoice.status ?? "draft",
    total: BigInt(invoice.total) as Cents,
    remaining: BigInt(invoice.amount_remaining) as Cents,
    netCents: sumOf(invoice, (product) => !isVatProduct(product)),
    vatCents: sumOf(invoice, isVatProduct),
    periodStart: period.start,
    periodEnd: period.end,
    createdAt: dateOf(invoice.created),
    paidAt: paidAt === null ? null : dateOf(paidAt),
  };
}

/** Sums the lines of these products, less discounts. */
function sumOf({ lines }: Stripe.Invoice, isWanted: (product: string) => boolean): Cents {
  const wanted = lines.data.filter(({ pricing }) => {
    const product = idOf(pricing?.price_details?.product);
    return product !== null && isWanted(product);
  });
  const taken = (line: Stripe.InvoiceLineItem) =>
    (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return BigInt(wanted.reduce((sum, line) => sum + line.amount - taken(line), 0)) as Cents;
}

/** Returns the period of the fee, which follows the invoice's own: the line that ends last is the fee. */
function periodOf(invoice: Pick<Stripe.Invoice, "lines" | "period_start" | "period_end">) {
  const own = { start: invoice.period_start, end: invoice.period_end };
  const farthest = invoice.lines.data.map(({ period }) => period).reduce((a, b) => (b.end > a.end ? b : a), own);
  return { start: dateOf(farthest.start), end: dateOf(farthest.end) };
}

function dateOf(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000);
}

function notBelowZero(cents: number): Cents {
  return BigInt(Math.max(0, cents)) as Cents;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;
}
