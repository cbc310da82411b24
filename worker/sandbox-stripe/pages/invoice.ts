import type { Sandbox } from "../state/sandbox";
import { pageDollars } from "./dollars";
import { invoicePdf } from "./invoice-pdf";
import { notFound, page, type PageAnswer } from "./page";

/** GET /invoices/{id}: the invoice as a page. */
export function openInvoice(sandbox: Sandbox, id: string): PageAnswer {
  const invoice = sandbox.store.find("invoice", id);
  if (!invoice) return notFound();
  return page({
    heading: `Invoice ${invoice.number ?? ""}`,
    cents: invoice.total,
    note: invoice.status ?? "",
    rows: invoice.lines.data.map(({ description, amount }) => [description ?? "", pageDollars(amount)]),
    link: { href: `/invoices/${id}/pdf`, text: "Download as PDF" },
  });
}

/** GET /invoices/{id}/pdf */
export async function downloadInvoice(sandbox: Sandbox, id: string): Promise<PageAnswer> {
  const invoice = sandbox.store.find("invoice", id);
  if (!invoice?.number) return notFound();
  return {
    status: 200,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="Invoice-${invoice.number}.pdf"`,
      "cache-control": "no-store",
    },
    body: await invoicePdf(invoice),
  };
}
