// GET /v1/billing-short: Balance Movements as a bare array.
import { z } from "zod";
import { listTransactions } from "~/money/list-transactions.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { beforeTs, limitOf } from "~/platform/http/schemas/paging";

const TransactionRow = z.looseObject({
  time_s: z.int(),
  start_ts: z.int(),
  task_name: z.string(),
  nodes_working: z.int(),
  nodes_finished_correctly: z.int(),
  nodes_incident: z.int(),
  pph: z.int(),
  dollars_est: z.number(),
  dollars_billed: z.number(),
  id: z.string().meta({ description: "resv_guid of a task, or id of the movement" }),
  kind: z.string(),
  status: z.string().meta({ description: "Working, Finished, Incident or empty", examples: ["Working"] }),
});

export const { loader, action } = apiRoute("billing/billing-short", {
  GET: operation({
    purpose: "Balance Movements: tasks that were placed, credits and debits, newest first",
    credentials: ["K", "S"],
    need: "money.see",
    input: z.object({ limit: limitOf(1000, 200), before_ts: beforeTs }),
    answer: z.array(TransactionRow),
    run: ({ account: { tenantId }, input: { limit, before_ts: beforeTs }, now }) =>
      listTransactions({ tenantId, limit, beforeTs, now }),
  }),
});
