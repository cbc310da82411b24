import { db } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { openInvoicePdf } from "~/payments/inside/provider/invoices.server";
import { Refusal } from "~/platform/refusal";

/**
 * The provider's PDF of the tenant's invoice. Refuses with M04 an id that is not the tenant's, and with M12 if the
 * provider does not answer.
 */
export async function downloadInvoice(given: {
  tenantId: number;
  invoiceId: string;
}): Promise<{ name: string; pdf: ReadableStream<Uint8Array> }> {
  const [invoice] = await db.query<{ number: string | null }>(
    `select number from subscription_invoice where invoice_id = $1 and tenant_id = $2 and status <> 'draft'`,
    [given.invoiceId, given.tenantId],
  );
  const pdf = invoice ? await openInvoicePdf(given.invoiceId) : null;
  if (!invoice || !pdf) throw new Refusal(M.notFound, { status: 404 });
  // A header cannot hold every character of a provider's number.
  return { name: (invoice.number ?? given.invoiceId).replace(/[^\w-]/g, "_"), pdf };
}
