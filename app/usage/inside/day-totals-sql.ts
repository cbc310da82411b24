import { modelDaysOf } from "./model-day";
import { USER_TOTALS, USER_TOTALS_OF_ROWS, userTextsOf } from "./user-day";

const TOKENS = ["prompt_tokens", "generated_tokens", "cache_read_tokens", "cache_creation_tokens"];
/** Columns of the tables of day totals, without their keys. */
export const USER_DAY = [...USER_TOTALS, "models"];
export const MODEL_DAY = ["calls", "agent_calls", "coins", "models"];

/**
 * What the texts of days say already, model by model, for the users of the statement. `offset 0` has their rows looked up user by
 * user: how many there are is guessed badly.
 */
const KEPT_MODELS = `
  select at, user_id, split_part(model, ':', 1)::int as model_id, f[1], f[2], f[3], f[4], f[5]
  from (select distinct at as touched_at, user_id as touched_user from users_day) touched
  cross join lateral (select at, user_id, models from usage_user_day where user_id = touched_user and at = touched_at offset 0) kept
  cross join lateral string_to_table(kept.models, ';') model
  cross join lateral (select string_to_array(split_part(model, ':', 2), ',')::bigint[] as f offset 0) figures`;

/** Merges the stored texts with new events; the other columns grow by the new events only. */
const USER_DAYS = `
  select at, user_id, ${USER_TOTALS.join(", ")}, models
  from (select at, user_id, ${USER_TOTALS_OF_ROWS} from users_day group by at, user_id) totals
  join (${userTextsOf(`select at, user_id, model_id, coins, ${TOKENS.join(", ")} from users_day union all ${KEPT_MODELS}`)}) texts
    using (at, user_id)`;

/** There are few models, so their day is summed again from all sums by model and kind, old and new. */
const MODEL_COLUMNS = `at, model_id, kind, events, calls, failed, unpriced, coins, ${TOKENS.join(", ")}`;
const MODEL_ROWS = `
  select ${MODEL_COLUMNS} from models_day
  union all
  select ${MODEL_COLUMNS} from (select distinct at as touched_at from models_day) touched
  cross join lateral (select * from usage_by_model where grain = 'day' and at = touched_at offset 0) kept`;

/**
 * Parts of the statement that sums events: one row for each user and day, user and hour, and day, which lists of users and long
 * ranges read.
 */
export const DAY_AND_USER_TOTALS = `user_days as (
    insert into usage_user_day as kept (at, user_id, ${USER_TOTALS.join(", ")}, models)
    ${USER_DAYS} order by user_id, at
    on conflict (user_id, at) do update set models = excluded.models,
      ${USER_TOTALS.map((column) => `${column} = kept.${column} + excluded.${column}`).join(", ")}
  ), model_days as (
    insert into usage_model_day (at, ${MODEL_DAY.join(", ")})
    select at, ${MODEL_DAY.join(", ")} from (${modelDaysOf(MODEL_ROWS)}) days order by at
    on conflict (at) do update set ${MODEL_DAY.map((column) => `${column} = excluded.${column}`).join(", ")}
  ), user_hours as (
    insert into usage_user_hour as kept (at, user_id, calls, tokens)
    select at, user_id, sum(calls), sum(prompt_tokens + generated_tokens) from users_hour group by 1, 2 order by 1, 2
    on conflict (at, user_id) do update set calls = kept.calls + excluded.calls, tokens = kept.tokens + excluded.tokens
  )`;
