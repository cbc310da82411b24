import { z } from "zod";

const figure = (description: string, example: number) => z.int().meta({ description, examples: [example] });

/** Tokens of a model, as answers with statistics have them. */
export const Tokens = z.object({
  prompt_tokens: figure("Tokens sent to the model", 812_000),
  generated_tokens: figure("Tokens the model generated", 96_000),
  cache_read_input_tokens: figure("Tokens read from the cache", 40_000),
  cache_creation_input_tokens: figure("Tokens written to the cache", 9_000),
});

const Day = z.string().meta({ description: "YYYY-MM-DD, UTC", examples: ["2024-01-31"] });

/** The usage of a user, by day and model. */
export const MeteringSchema = z.object({
  total_usage: figure("Whole coins", 5_230_000),
  daily_usage: z.record(Day, z.int()).meta({ description: "Coins by day", examples: [{ "2024-01-31": 5_230_000 }] }),
  model_stats: z.object({
    daily: z
      .record(Day, z.record(z.string(), Tokens.extend({ points: figure("Whole coins", 5_230_000) })))
      .meta({ description: "Coins and tokens by day and model" }),
  }),
});

/** Calls, coins and tokens by model, of a day or a month to date. */
export const ModelPeriod = z.object({
  grouped_data: z
    .record(
      z.string(),
      z.object({
        count: figure("Calls", 1200),
        formatted: z.string().meta({ description: "Coins in millions, two decimals", examples: ["5.23"] }),
        tokens: Tokens,
      }),
    )
    .meta({ description: "By model, most calls first; beyond the 200 largest, `others`" }),
  total_items: figure("Users with a chat event today", 214),
  period: z.object({ start_date: Day, end_date: Day }),
});
