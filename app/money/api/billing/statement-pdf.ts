// GET /v1/statements/{month}/pdf: every movement of a month as a document.
import { readStatement } from "~/money/inside/billing/statement/read-statement.server";
import { statementPdf } from "~/money/inside/billing/statement/statement-pdf.server";
import { readBilledTo } from "~/money/read-billed-to.server";
import { readSeller } from "~/money/read-seller.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { fileHeaders } from "~/platform/http/stream-text.server";

export const { loader, action } = apiRoute("billing/statement-pdf", {
  GET: operation({
    purpose: "The statement of a month as a document to print, in whole cents that add up",
    credentials: ["K", "S"],
    need: "money.see",
    ours: true,
    media: "application/pdf",
    run: async ({ account: { tenantId }, params, now }) => {
      const statement = await readStatement({ tenantId, month: params["month"] ?? "", now });
      const pdf = statementPdf(statement, {
        seller: await readSeller(),
        billedTo: await readBilledTo({ tenantId }),
      });
      const headers = fileHeaders("application/pdf", `millrace-statement-${statement.month}.pdf`);
      return new Response(pdf, { headers });
    },
  }),
});
