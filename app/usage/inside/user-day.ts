/** Figures of a user, a day and a model. */
type DayFigures = Record<"coins" | "prompt" | "generated" | "cacheRead" | "cacheCreation", number>;

/** The columns of sums that they are, in the order in which the text of the day has them. */
const COLUMNS = ["coins", "prompt_tokens", "generated_tokens", "cache_read_tokens", "cache_creation_tokens"];

/** Columns of a user's day other than its text, and how they are summed from rows by user, model and kind. */
export const USER_TOTALS = ["calls", "messages", ...COLUMNS];
export const USER_TOTALS_OF_ROWS = `sum(calls)::bigint as calls,
  coalesce(sum(events) filter (where kind in ('chat', 'agent')), 0)::bigint as messages,
  ${COLUMNS.map((sum) => `sum(${sum})::bigint as ${sum}`).join(", ")}`;

/**
 * The texts of days, of rows by user and model of which several may be of the same. With its models in one text a thousand users
 * of thirty days are 30,000 rows to read and not ten times as many.
 */
export const userTextsOf = (rows: string) => `
  select at, user_id, string_agg(model_id || ':' || ${COLUMNS.join(" || ',' || ")}, ';' order by model_id) as models
  from (
    select at, user_id, model_id, ${COLUMNS.map((sum) => `sum(${sum})::bigint as ${sum}`).join(", ")}
    from (${rows}) summed group by at, user_id, model_id
  ) of_model group by at, user_id`;

/** Sums rows by user, model and kind to rows of `usage_user_day`: one for each user and day. */
export const userDaysOf = (rows: string) => `
  select at, user_id, ${USER_TOTALS.join(", ")}, models
  from (select at, user_id, ${USER_TOTALS_OF_ROWS} from (${rows}) counted group by at, user_id) totals
  join (${userTextsOf(rows)}) texts using (at, user_id)`;

/** What the text of a day says, model by model. */
export function modelsOfUserDay(text: string): (DayFigures & { modelId: number })[] {
  return text.split(";").map((model) => {
    const [modelId = "", figures = ""] = model.split(":");
    const [coins = 0, prompt = 0, generated = 0, cacheRead = 0, cacheCreation = 0] = figures.split(",").map(Number);
    return { modelId: Number(modelId), coins, prompt, generated, cacheRead, cacheCreation };
  });
}
