// GET /v1/statements/{month}/lines/{line_id}: how a line of a statement came about.
import { z } from "zod";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import { explanationJson } from "~/money/inside/billing/statement/explanation-json";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const lineId = z.string().meta({ description: "resv_guid of a task, or number of the movement" });
const span = { from_ts: z.int(), to_ts: z.int() };
const TaskPart = z.looseObject({
  cluster_name: z.string(),
  gpu_type: z.string(),
  gpus: z.int(),
  pph: z.int(),
  seconds: z.int(),
  charged_units: z.string(),
  given_back_units: z.string(),
  recomputed_units: z.string(),
  ledger_units: z.string(),
  difference_units: z.string(),
  equal: z.boolean(),
  checks: z.array(z.looseObject({ text: z.string(), holds: z.boolean() })),
  stretches: z.array(z.looseObject({ ...span, seconds: z.int(), units: z.string() })),
  intervals: z.array(z.looseObject({ ...span, seconds: z.int(), units: z.string() })),
  reports: z.array(
    z.looseObject({
      node: z.int().meta({ description: "Number of the task's node, from 1", examples: [1] }),
      gpus: z.int(),
      from_ts: z.int(),
      to_ts: z.int().nullable(),
      state: z.string(),
    }),
  ),
  events: z.array(z.looseObject({ ts: z.int(), text: z.string() })),
  refunds: z.array(z.looseObject({ month: z.string(), id: lineId, text: z.string(), units: z.string() })),
});
const LedgerAccount = z.string().meta({
  description: "customer, owed, provider, revenue, promo, refund, adjustment, vat or receivable",
  examples: ["customer"],
});
const MovementPart = z.looseObject({
  ts: z.int(),
  reference: z.string(),
  entries: z.array(z.looseObject({ account: LedgerAccount, units: z.string() })),
  sum_units: z.string(),
  top_up: z
    .looseObject({
      id: z.string().meta({ description: "Its receipt is at /billing/download/{id}" }),
      number: z
        .string()
        .nullable()
        .meta({ description: "Number of its receipt", examples: ["MR-2024-000123"] }),
      state: z.string(),
      cents: z.int(),
      vat_cents: z.int().optional().meta({ description: "VAT paid on top; omitted where none is charged" }),
      vat_percent: z
        .number()
        .optional()
        .meta({ description: "Its rate", examples: [21] }),
      vat_country: z
        .string()
        .optional()
        .meta({ description: "The country whose VAT it is", examples: ["NL"] }),
      vat_reason: z
        .string()
        .optional()
        .meta({ description: "domestic, destination, reverse_charge or outside", examples: ["domestic"] }),
    })
    .nullable(),
  incident: z
    .looseObject({
      resv_guid: z.string(),
      task_name: z.string(),
      pph: z.int(),
      seconds: z.int(),
      units: z.string(),
      equal: z.boolean(),
    })
    .nullable(),
  give_back: z
    .looseObject({
      resv_guid: z.string(),
      task_name: z.string(),
      reason: z.string(),
      charged_units: z.string(),
      before_units: z.string(),
      equal: z.boolean(),
    })
    .nullable(),
  volume: z
    .looseObject({
      name: z.string(),
      gb: z.int(),
      gb_month_cents: z.int(),
      ...span,
      carried_730ths: z
        .int()
        .meta({ description: "Part of a unit carried over from earlier days, in 730ths", examples: [12] }),
      units: z.string(),
      equal: z.boolean(),
    })
    .nullable(),
});

export const { loader, action } = apiRoute("billing/statement-line", {
  GET: operation({
    purpose: "How a statement line was calculated, recomputed from stored data",
    credentials: ["K", "S"],
    need: "money.see",
    ours: true,
    answer: z.looseObject({
      about: z.string(),
      month: z.string(),
      id: lineId,
      kind: z.string(),
      text: z.string(),
      units: z.string(),
      task: TaskPart.nullable().meta({ description: "Stored data of a task; null for a movement" }),
      movement: MovementPart.nullable(),
    }),
    run: async ({ account: { tenantId }, params }) => {
      const { month = "", line_id: id = "" } = params;
      return explanationJson(await explainLine({ tenantId, month, id }));
    },
  }),
});
