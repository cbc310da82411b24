// GET /v1/billing-short: Balance Movements as a bare array.
import { z } from "zod";
import { listTransactions, TRANSACTION } from "~/money/list-transactions.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { beforeTs, limitOf, wholeSeconds } from "~/platform/http/schemas/paging";

export const { loader, action } = apiRoute("billing/billing-short", {
  GET: operation({
    purpose: "Balance movements: placed tasks, credits and debits, newest first",
    credentials: ["K", "S"],
    need: "money.see",
    input: z.object({ limit: limitOf(1000, 200), before_ts: beforeTs }),
    answer: z.array(TRANSACTION.schema),
    run: ({ account: { tenantId }, input: { limit, before_ts: beforeTs }, now }) =>
      wholeSeconds(
        limit,
        (most) => listTransactions({ tenantId, limit: most, beforeTs, now }),
        (row) => row.start_ts,
      ),
  }),
});
