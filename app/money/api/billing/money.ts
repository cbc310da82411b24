// GET /v1/money: the caller's balance now.
import { z } from "zod";
import { readBalance } from "~/money/read-balance.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { MoneyReadingFields } from "~/platform/http/schemas/money-reading";

export const { loader, action } = apiRoute("billing/money", {
  GET: operation({
    purpose: "Balance in dollars and expenses in cents per hour",
    credentials: ["K", "S"],
    need: "tasks.see",
    tool: { name: "read_balance" },
    answer: z.object({
      dollars_est: z.number(),
      ongoing_pph: z.int(),
      volume_month_cents: z.int(),
      ...MoneyReadingFields,
    }),
    run: async ({ account: { tenantId }, now }) => {
      const { balance } = await readBalance({ tenantId, now });
      const { dollars_est, ongoing_pph, volume_month_cents, at_ts, cents_before, charged } = balance;
      return { dollars_est, ongoing_pph, volume_month_cents, at_ts, cents_before, charged };
    },
  }),
});
