// GET /billing/download/{id}: the receipt of one of the caller's top-ups, or an invoice by bank transfer, as a PDF.
import { z } from "zod";
import { M } from "~/money/messages";
import { readInvoicePdf } from "~/payments/read-invoice-pdf.server";
import { readReceipt } from "~/payments/read-receipt.server";
import { receiptPdf } from "~/payments/receipt-pdf.server";
import { Refusal } from "~/platform/refusal";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("billing/download", {
  GET: operation({
    purpose: "The receipt for one of your top-ups, as a PDF",
    credentials: ["K", "S"],
    need: "money.see",
    ours: true,
    statuses: [404],
    media: "application/pdf",
    run: async ({ account: { tenantId }, params }) => {
      const topupId = z.guid().safeParse(params["id"]);
      const receipt = topupId.success ? await readReceipt({ topupId: topupId.data, tenantId }) : null;
      const invoice = topupId.success && !receipt ? await readInvoicePdf({ id: topupId.data, tenantId }) : null;
      const file = receipt ? { number: receipt.number, pdf: receiptPdf(receipt) } : invoice;
      if (!file) throw new Refusal(M.notFound, { status: 404 });
      const headers = {
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="millrace-${file.number}.pdf"`,
      };
      return new Response(file.pdf, { headers });
    },
  }),
});
