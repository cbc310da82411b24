// GET /v1/money: the own balance now.
import { z } from "zod";
import { readBalance } from "~/domain/billing/read-balance.server";
import { apiRoute, operation } from "~/http/api-route.server";

export const { loader, action } = apiRoute("billing/money", {
  GET: operation({
    purpose: "Balance in dollars and expenses in cents per hour",
    credentials: ["K", "S"],
    answer: z.object({ dollars_est: z.number(), ongoing_pph: z.int() }),
    run: async ({ account: { tenantId }, now }) => {
      const { balance } = await readBalance({ tenantId, now });
      return { dollars_est: balance.dollars_est, ongoing_pph: balance.ongoing_pph };
    },
  }),
});
