// GET /payments/invoices: the own invoices of the subscription.
import { z } from "zod";
import { listInvoices } from "~/payments/list-invoices.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Invoice = z.object({
  id: z.string().meta({ description: "Id of the invoice", examples: ["in_1ExampleB"] }),
  number: z
    .string()
    .nullable()
    .meta({ description: "Number of the invoice", examples: ["MRS-000017"] }),
  total: z.int(),
  paid: z.boolean(),
  invoice_pdf: z.string(),
  status_transitions: z.object({ paid_at: z.string().nullable(), paid_ts: z.int() }),
  period_start: z.int(),
  period_end: z.int(),
  status: z.string().meta({ description: "open, paid, void or uncollectible", examples: ["paid"] }),
});

export const { loader, action } = apiRoute("subscription/invoices", {
  GET: operation({
    purpose: "The own invoices of the subscription, newest first",
    credentials: ["K", "S"],
    need: "home",
    answer: z.object({ invoices: z.array(Invoice) }),
    run: async ({ account: { tenantId } }) => ({ invoices: await listInvoices({ tenantId }) }),
  }),
});
