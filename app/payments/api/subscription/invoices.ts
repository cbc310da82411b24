// GET /payments/invoices: the caller's invoices of the subscription.
import { z } from "zod";
import { INVOICE, listInvoices } from "~/payments/list-invoices.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("subscription/invoices", {
  GET: operation({
    purpose: "Your subscription's invoices, newest first",
    credentials: ["K", "S"],
    need: "home",
    answer: z.object({ invoices: z.array(INVOICE.schema.strip()) }),
    run: async ({ account: { tenantId } }) => ({ invoices: await listInvoices({ tenantId }) }),
  }),
});
