import { z } from "zod";
import type { EventData } from "~/platform/event-data";

const ts = (meaning: string, example: number) =>
  z.int().meta({ description: `${meaning}, epoch seconds UTC; 0: not yet`, examples: [example] });

const Task = z.object({
  resv_guid: z.string(),
  task_name: z.string(),
  state: z.string().meta({ description: "Current state of the task", examples: ["running"] }),
  reason: z.string().meta({ description: "Reason for the state, if there is one", examples: [""] }),
  gpu_type: z.string(),
  gpus: z.int().meta({ description: "GPUs it has; while it waits, GPUs it asks for", examples: [1] }),
  cluster_name: z.string(),
  pph: z.int().meta({ description: "Cents per hour for all its GPUs", examples: [95] }),
  exit_code: z
    .int()
    .nullable()
    .meta({ description: "Exit code of its program, if it ended by itself", examples: [null] }),
  ts_accepted: ts("When it was accepted", 1706707300),
  ts_started: ts("First second that is charged", 1706707384),
  ts_finished: ts("When it ended", 0),
});

const said = z.string().meta({ description: "The same for people", examples: ["Your top-up of $50.00 was not paid."] });
const dollars = z.number().meta({ description: "Decimal dollars", examples: [50] });

/** The `data` of each webhook (15.2). */
export const EventSchemas: { [Type in keyof EventData]: z.ZodType<EventData[Type]> } = {
  "task.queued": Task,
  "task.started": Task,
  "task.incident": Task,
  "task.recovered": Task,
  "task.ended": Task,
  "task.failed": Task,
  "balance.low": z.object({
    lasts_hours: z
      .union([z.literal(1), z.literal(24)])
      .meta({ description: "Hours within which the balance runs out", examples: [24] }),
    seconds_left: z
      .number()
      .meta({ description: "Hours until the balance runs out at the current rate", examples: [86100] }),
    ongoing_pph: z.int().meta({ description: "Cents per hour of all running tasks", examples: [95] }),
  }),
  "balance.below": z.object({
    below_dollars: z.number().meta({ description: "The amount you chose, decimal dollars", examples: [20] }),
    dollars: z.number().meta({ description: "The balance at that moment, decimal dollars", examples: [19.99] }),
  }),
  "balance.exhausted": z.object({
    stopped_tasks: z.array(z.string()).meta({ description: "resv_guid of each task that is being stopped" }),
  }),
  "budget.reached": z.object({
    of: z
      .enum(["coins", "money"])
      .meta({ description: "Whether the budget is in coins or money", examples: ["money"] }),
    month: z.string().meta({ description: "YYYY-MM, UTC", examples: ["2024-01"] }),
    percent: z.int().meta({ description: "The highest share reached", examples: [80] }),
    coins: z.int().meta({ description: "The budget in coins; 0 for a budget in money", examples: [0] }),
    dollars: z
      .number()
      .meta({ description: "The budget in money, decimal dollars; 0 for a budget in coins", examples: [500] }),
  }),
  "topup.settled": z.object({
    topup_id: z.string().meta({ description: "Id of the top-up", examples: ["0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11"] }),
    number: z.string().meta({ description: "Number of the receipt", examples: ["MR-2024-000012"] }),
    dollars,
    vat_dollars: dollars.optional().meta({ description: "VAT that was paid on top", examples: [10.5] }),
  }),
  "payment.failed": z.object({
    about: z.enum(["topup", "subscription"]).meta({ description: "The amount due", examples: ["topup"] }),
    topup_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the top-up; null for a subscription", examples: [null] }),
    dollars: dollars.nullable(),
    human_readable_message: said,
  }),
  "webhook.test": z.object({ human_readable_message: said }),
};
