import { modelDaysOf } from "./model-day";
import { userDaysOf } from "./user-day";

/** Rows of a day that are kept, and the new ones of the statement: what it adds itself it does not see. */
const withKept = (fresh: string, table: string, keys: string, columns: readonly string[]) => `
  select ${columns.join(", ")} from ${fresh}
  union all
  select ${columns.map((column) => `kept.${column}`).join(", ")}
  from (select distinct ${keys} from ${fresh}) touched
  cross join lateral (select * from ${table} summed
    where summed.grain = 'day' and (${keys.replace(/\w+/g, "summed.$&")}) = (${keys.replace(/\w+/g, "touched.$&")})) kept`;

const TOKENS = ["prompt_tokens", "generated_tokens", "cache_read_tokens", "cache_creation_tokens"];
const USER_ROWS = withKept("users_day", "usage_by_user", "at, user_id", [
  ...["at", "user_id", "model_id", "kind", "events", "calls", "coins"],
  ...TOKENS,
]);
const MODEL_ROWS = withKept("models_day", "usage_by_model", "at", [
  ...["at", "model_id", "kind", "events", "calls", "failed", "unpriced", "coins"],
  ...TOKENS,
]);

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
  ["calls", "messages", "coins", ...TOKENS, "models"],
  userDaysOf(USER_ROWS),
)}), model_days as (${writing("usage_model_day", "at", ["calls", "agent_calls", "coins", "models"], modelDaysOf(MODEL_ROWS))}
  ), user_hours as (
    insert into usage_user_hour as kept (at, user_id, calls, tokens)
    select at, user_id, sum(calls), sum(prompt_tokens + generated_tokens) from users_hour group by 1, 2 order by 1, 2
    on conflict (at, user_id) do update set calls = kept.calls + excluded.calls, tokens = kept.tokens + excluded.tokens
  )`;
