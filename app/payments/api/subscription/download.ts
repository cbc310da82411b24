// GET /payments/download/{id}: one of the caller's invoices of the subscription, as the provider prints it.
import { downloadInvoice } from "~/payments/inside/subscription/download-invoice.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("subscription/download", {
  GET: operation({
    purpose: "One of your subscription's invoices, as a PDF",
    credentials: ["K", "S"],
    need: "home",
    statuses: [404],
    refusals: ["providerSilent"],
    media: "application/pdf",
    run: async ({ account: { tenantId }, params }) => {
      const { name, pdf } = await downloadInvoice({ tenantId, invoiceId: params["id"] ?? "" });
      return new Response(pdf, {
        headers: {
          "Content-Type": "application/pdf",
          "Content-Disposition": `attachment; filename="millrace-${name}.pdf"`,
        },
      });
    },
  }),
});
