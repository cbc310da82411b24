import { dayOf } from "~/platform/day-range";
import { countChatUsers, listedModels, readModelPeriod } from "~/usage/inside/figures/read-model-period.server";
import { formatCoins } from "~/platform/ui/usage-format";

/** The answer of daily-models and monthly-models: the same shape over a day and a month to date. */
export async function answerModelPeriod({ period, now }: { period: "day" | "month"; now: Date }) {
  const day = dayOf(now);
  const [{ days, models }, total_items] = await Promise.all([
    readModelPeriod({ period, day, now }),
    countChatUsers({ day }),
  ]);
  const entries = listedModels(models).map(({ model, calls, coins, prompt, generated, cacheRead, cacheCreation }) => [
    model,
    {
      count: calls,
      formatted: formatCoins(coins),
      tokens: {
        prompt_tokens: prompt,
        generated_tokens: generated,
        cache_read_input_tokens: cacheRead,
        cache_creation_input_tokens: cacheCreation,
      },
    },
  ]);
  return {
    grouped_data: Object.fromEntries(entries) as Record<string, object>,
    total_items,
    period: { start_date: days.start, end_date: days.end },
  };
}
