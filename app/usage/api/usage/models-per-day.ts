// GET /dashboard/models-per-day: tokens by day and model of thirty days, and their grand total, for staff.
import { z } from "zod";
import { groupBy } from "~/platform/group-by";
import { namesInList, OTHERS } from "~/usage/inside/figures/largest";
import { listModelSums, type ModelSum, totalOf } from "~/usage/inside/sums/model-sums.server";
import { daysBack } from "~/platform/day-range";
import { METERING_DAYS } from "~/usage/inside/figures/read-metering.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { Tokens } from "~/platform/http/schemas/usage.server";

const DayModels = z.object({
  models: z.record(z.string(), Tokens.pick({ prompt_tokens: true, generated_tokens: true })),
});

export const { loader, action } = apiRoute("usage/models-per-day", {
  GET: operation({
    purpose: "Tokens by day and model of the last 30 days, with their grand total",
    credentials: ["S"],
    right: "usage.see",
    answer: z.object({
      daily_stats: z.record(z.string(), DayModels).meta({ description: "By day with usage, oldest first" }),
      grand_total: Tokens.extend({
        coins: z.int().meta({ description: "Whole coins of the 30 days", examples: [5_230_000] }),
      }),
    }),
    run: async ({ now }) => {
      const sums = await listModelSums({ grain: "day", days: daysBack(METERING_DAYS, now) });
      const listedAs = namesInList(sums, { nameOf: ({ model }) => model, sizeOf: ({ calls }) => calls });
      const days = [...groupBy(sums, ({ day }) => day)].map(([day, ofDay]) => [
        day,
        { models: modelsOf(groupBy(ofDay, listedAs)) },
      ]);
      const { coins, prompt, generated, cacheRead, cacheCreation } = totalOf(sums);
      return {
        daily_stats: Object.fromEntries(days) as Record<string, object>,
        grand_total: {
          coins,
          prompt_tokens: prompt,
          generated_tokens: generated,
          cache_read_input_tokens: cacheRead,
          cache_creation_input_tokens: cacheCreation,
        },
      };
    },
  }),
});

/** The rest comes last. */
function modelsOf(byName: Map<string, ModelSum[]>): object {
  const rest = byName.get(OTHERS);
  byName.delete(OTHERS);
  const models = [...byName, ...(rest ? [[OTHERS, rest] as const] : [])];
  return Object.fromEntries(
    models.map(([model, sums]) => {
      const { prompt, generated } = totalOf(sums);
      return [model, { prompt_tokens: prompt, generated_tokens: generated }];
    }),
  );
}
