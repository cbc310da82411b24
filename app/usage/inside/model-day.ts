/** Figures of a day and a model. */
type DayFigures = Record<
  "events" | "calls" | "failed" | "unpriced" | "prompt" | "generated" | "cacheRead" | "cacheCreation" | "coins",
  number
>;

/** The columns of sums that they are, in the order in which the text of the day has them. */
const COLUMNS = [
  "events",
  "calls",
  "failed",
  "unpriced",
  "prompt_tokens",
  "generated_tokens",
  "cache_read_tokens",
  "cache_creation_tokens",
  "coins",
];

/** Sums rows by model and kind to rows of `usage_model_day`, one for each day. */
export const modelDaysOf = (rows: string) => `
  select at, sum(calls)::bigint as calls, sum(agent_calls)::bigint as agent_calls, sum(coins)::bigint as coins,
    string_agg(model_id || ':' || ${COLUMNS.join(" || ',' || ")}, ';' order by model_id) as models
  from (
    select at, model_id, coalesce(sum(calls) filter (where kind = 'agent'), 0) as agent_calls,
      ${COLUMNS.map((sum) => `sum(${sum}) as ${sum}`).join(", ")}
    from (${rows}) summed group by at, model_id
  ) of_model group by at`;

/** What the text of a day says, model by model. */
export function modelsOfDay(text: string): (DayFigures & { modelId: number })[] {
  return text.split(";").map((model) => {
    const [modelId = "", figures = ""] = model.split(":");
    const [
      events = 0,
      calls = 0,
      failed = 0,
      unpriced = 0,
      prompt = 0,
      generated = 0,
      cacheRead = 0,
      cacheCreation = 0,
      coins = 0,
    ] = figures.split(",").map(Number);
    const tokens = { prompt, generated, cacheRead, cacheCreation };
    return { modelId: Number(modelId), events, calls, failed, unpriced, ...tokens, coins };
  });
}
