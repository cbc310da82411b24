// GET /v1/statements/{month}: every movement of a month.
import { z } from "zod";
import { readStatement } from "~/money/inside/billing/statement/read-statement.server";
import { statementJson } from "~/money/inside/billing/statement/statement-json";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { fileHeaders, streamText } from "~/platform/http/stream-text.server";

const amounts = {
  units: z.string(),
  owed_units: z.string(),
  dollars: z.string().meta({
    description: "Dollars, 4 decimals; printed lines add up to the printed balances",
    examples: ["-3.8971"],
  }),
};
const StatementLine = z.looseObject({
  id: z.string().meta({ description: "resv_guid of a task, or number of the movement" }),
  kind: z.string(),
  at: z.string(),
  text: z.string().meta({ description: "Name of the task, or description of the movement", examples: ["first-try"] }),
  gpus: z.int(),
  pph: z.int(),
  seconds: z.int(),
  ...amounts,
});

export const { loader, action } = apiRoute("billing/statement", {
  GET: operation({
    purpose:
      "Every movement of a month: the opening balance plus all lines equals the closing balance, to the last unit",
    credentials: ["K", "S"],
    need: "money.see",
    ours: true,
    answer: z.looseObject({
      month: z.string(),
      tenant_name: z.string(),
      so_far: z.boolean(),
      read_at: z.string(),
      opening: z.looseObject(amounts),
      closing: z.looseObject(amounts),
      lines: z.array(StatementLine),
    }),
    run: async ({ account: { tenantId }, params, now }) => {
      const statement = await readStatement({ tenantId, month: params["month"] ?? "", now });
      const headers = fileHeaders("application/json", `millrace-statement-${statement.month}.json`);
      return new Response(streamText(statementJson(statement)), { headers });
    },
  }),
});
