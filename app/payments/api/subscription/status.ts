// GET /payments/status: the upcoming invoice of the caller's subscription.
import { z } from "zod";
import { readStatusNow } from "~/payments/inside/subscription/read-status.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { PaymentStatusAnswer } from "~/platform/http/schemas/payment-status.server";

export const { loader, action } = apiRoute("subscription/status", {
  GET: operation({
    purpose: "The upcoming invoice of your subscription, or 0 while it is disabled",
    credentials: ["K", "S"],
    need: "home",
    answer: z.object({ status: PaymentStatusAnswer }),
    refusals: ["providerSilent"],
    run: async ({ account: { tenantId }, now }) => ({ status: await readStatusNow({ tenantId, now }) }),
  }),
});
