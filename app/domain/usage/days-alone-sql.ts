import { modelDaysOf } from "./model-day";
import { userDaysOf } from "./user-day";

/**
 * Rows of a day that are kept, and the new ones of the statement: what it adds itself it does not see. `offset 0` has them looked
 * up user by user: how many there are is guessed badly, and a join might read all days.
 */
const withKept = (of: Record<"fresh" | "table" | "keys" | "same" | "columns", string>) => `
  select ${of.columns} from ${of.fresh}
  union all
  select ${of.columns} from (select distinct ${of.keys} from ${of.fresh}) touched
  cross join lateral (select * from ${of.table} where grain = 'day' and ${of.same} offset 0) kept`;

const TOKENS = ["prompt_tokens", "generated_tokens", "cache_read_tokens", "cache_creation_tokens"];
/** What a row of a day alone has beside its keys. */
export const USER_DAY = ["calls", "messages", "coins", ...TOKENS, "models"];
export const MODEL_DAY = ["calls", "agent_calls", "coins", "models"];
const USER_ROWS = withKept({
  fresh: "users_day",
  table: "usage_by_user",
  keys: "at as touched_at, user_id as touched_user",
  same: "at = touched_at and user_id = touched_user",
  columns: `at, user_id, model_id, kind, events, calls, coins, ${TOKENS.join(", ")}`,
});
const MODEL_ROWS = withKept({
  fresh: "models_day",
  table: "usage_by_model",
  keys: "at as touched_at",
  same: "at = touched_at",
  columns: `at, model_id, kind, events, calls, failed, unpriced, coins, ${TOKENS.join(", ")}`,
});

const writing = (table: string, keys: string, columns: readonly string[], rows: string) => `
  insert into ${table} (${keys}, ${columns.join(", ")})
  select ${keys}, ${columns.join(", ")} from (${rows}) days order by ${keys}
  on conflict (${keys}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`;

/**
 * Parts of the statement that sums events: one row for each user and day, user and hour, and day, which lists of users and long
 * ranges read. Days are written anew from the sums that they are made of, since their models stand in a text.
 */
export const DAYS_AND_USERS_ALONE = `user_days as (${writing(
  "usage_user_day",
  "user_id, at",
  USER_DAY,
  userDaysOf(USER_ROWS),
)}), model_days as (${writing("usage_model_day", "at", MODEL_DAY, modelDaysOf(MODEL_ROWS))}
  ), user_hours as (
    insert into usage_user_hour as kept (at, user_id, calls, tokens)
    select at, user_id, sum(calls), sum(prompt_tokens + generated_tokens) from users_hour group by 1, 2 order by 1, 2
    on conflict (at, user_id) do update set calls = kept.calls + excluded.calls, tokens = kept.tokens + excluded.tokens
  )`;
