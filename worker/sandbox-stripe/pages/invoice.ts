import type { Sandbox } from "../state/sandbox";
import { pageDollars } from "./dollars";
import { html, join } from "./html";
import { invoicePdf } from "./invoice-pdf";
import { layout } from "./layout";
import { notFound, type PageAnswer, show } from "./page-answer";

/** GET /invoices/{id}: the invoice as a page. */
export function openInvoice(sandbox: Sandbox, id: string): PageAnswer {
  const invoice = sandbox.store.find("invoice", id);
  if (!invoice) return notFound();
  const rows = invoice.lines.data.map(
    (line) =>
      html`<tr>
        <td>${line.description ?? ""}</td>
        <td>${pageDollars(line.amount)}</td>
      </tr>`,
  );
  return show(
    layout(
      `Invoice ${invoice.number ?? ""}`,
      html`<div class="box">
        <h1>Invoice ${invoice.number ?? ""}</h1>
        <p class="amount">${pageDollars(invoice.total)}</p>
        <p class="soft">${invoice.status}</p>
        <table>
          <tbody>
            ${join(rows)}
          </tbody>
        </table>
        <a class="button" href="/invoices/${id}/pdf">Download as PDF</a>
      </div>`,
    ),
  );
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
