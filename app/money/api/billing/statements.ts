// GET /v1/statements: the months that have a statement.
import { z } from "zod";
import { listMonths } from "~/money/inside/billing/statement/list-months.server";
import { monthOf } from "~/money/inside/billing/statement/month";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const StatementMonth = z.looseObject({ month: z.string(), so_far: z.boolean() });

export const { loader, action } = apiRoute("billing/statements", {
  GET: operation({
    purpose: "Months that have a statement, newest first",
    credentials: ["K", "S"],
    need: "money.see",
    ours: true,
    answer: z.looseObject({ statements: z.array(StatementMonth) }),
    run: async ({ account: { tenantId }, now }) => {
      const months = await listMonths({ tenantId, now });
      return { statements: months.map((month) => ({ month, so_far: month === monthOf(now) })) };
    },
  }),
});
