import { MODEL_DAY, USER_DAY } from "./day-totals-sql";
import { modelDaysOf } from "./model-day";
import { MODEL_MAXES, MODEL_SUMS, MODEL_SUMS_OF_EVENTS, USER_SUMS, USER_SUMS_OF_EVENTS } from "./sums";
import { userDaysOf } from "./user-day";

/** A figure that is not what it is made of. */
export interface WrongSum {
  /** Start of the day, hour or month; of a tenant's totals none. */
  at: string;
  /** Whose: a user's email or a tenant's name; empty for a model's. */
  who: string;
  model: string;
  column: string;
  made: string;
  kept: string;
}

/** Differences listed per statement; further ones are only mentioned. */
export const MOST_SHOWN = 20;

const figuresOf = (row: string, sums: readonly string[]) =>
  `jsonb_build_object(${sums.map((sum) => `'${sum}', coalesce(${row}.${sum}::text, '0')`).join(", ")})`;

const columnsOf = (row: string, sums: readonly string[]) => sums.map((sum) => `${row}.${sum}`).join(", ");

const OF_USER = `coalesce((select coalesce(email, 'user ' || id) from user_account where id = user_id), 'user ' || user_id, '')`;
const OF_NOBODY = `''`;
const OF_MODEL = `coalesce((select name from usage_model where id = model_id), 'model ' || model_id, '')`;
const OF_ALL_MODELS = `''`;

/** The rows of `made` and `kept` that differ, one line for each of their sums that does. */
const differing = (keys: string, sums: readonly string[], who: string, model = OF_MODEL) => `
  select coalesce(to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), '') as at,
    ${who} as who,
    ${model} as model,
    coalesce(m.key, '') as column, coalesce(m.value, '') as made, coalesce(k.value, '') as kept
  from made full join kept using (${keys})
  cross join lateral jsonb_each_text(${figuresOf("made", sums)}) m
  join lateral jsonb_each_text(${figuresOf("kept", sums)}) k on k.key = m.key and k.value <> m.value
  where (${columnsOf("made", sums)}) is distinct from (${columnsOf("kept", sums)})
  order by 1, 2, 3, 4 limit ${MOST_SHOWN}`;

const USER = "at, user_id, tenant_id, model_id, kind";
const MODEL = "at, model_id, kind";
const ALL_MODEL = [...USER_SUMS, ...MODEL_SUMS];
/** Events of the UTC day $1 that are in the sums at the moment of the statement. */
const SUMMED = `from usage_event where ts >= $1::timestamptz and ts < $1::timestamptz + interval '24 hours'
  and id <= (select event_id from usage_cursor)`;
const KEPT_DAY = `where grain = 'day' and at = $1::timestamptz`;

/** The events of a day against the day's sums of users. */
export const EVENTS_AGAINST_USERS = `
  with made as (select $1::timestamptz as at, user_id, tenant_id, model_id, kind, ${USER_SUMS_OF_EVENTS} ${SUMMED} group by 2, 3, 4, 5),
  kept as (select * from usage_by_user ${KEPT_DAY})
  ${differing(USER, USER_SUMS, OF_USER)}`;

export const EVENTS_AGAINST_MODELS = `
  with made as (
    select $1::timestamptz as at, model_id, kind, ${USER_SUMS_OF_EVENTS}, ${MODEL_SUMS_OF_EVENTS}, max(latency_ms) as latency_ms_max,
      max(batch_size) as batch_max, max(gpus) as gpus_max, max(busy_pct) as busy_pct_max ${SUMMED} group by 2, 3),
  kept as (select * from usage_by_model ${KEPT_DAY})
  ${differing(MODEL, [...ALL_MODEL, ...MODEL_MAXES], OF_NOBODY)}`;

/** Sums over the grain $1 against those over the longer grain $2, from $3 to $4. */
const grainsOf = (table: string, keys: string, sums: readonly string[], who: string) => `
  with made as (
    select date_trunc($2, at, 'UTC') as at, ${keys}, ${sums.map((sum) => `sum(${sum})::bigint as ${sum}`).join(", ")} from ${table}
    where grain = $1 and at >= $3 and at < $4 group by 1, ${keys}),
  kept as (select * from ${table} where grain = $2 and at >= $3 and at < $4)
  ${differing(`at, ${keys}`, sums, who)}`;

export const USERS_BY_GRAIN = grainsOf("usage_by_user", "user_id, tenant_id, model_id, kind", USER_SUMS, OF_USER);
export const MODELS_BY_GRAIN = grainsOf("usage_by_model", "model_id, kind", ALL_MODEL, OF_NOBODY);
export const LATENCIES_BY_GRAIN = grainsOf("usage_latency", "model_id, bucket", ["events"], OF_NOBODY);

/** Compares rows of a user or a day with the sums that they are made of, from $1 to $2. */
const aloneOf = (table: string, keys: string, columns: readonly string[], who: string, made: string) => `
  with made as (${made}), kept as (select * from ${table} where at >= $1 and at < $2)
  ${differing(keys, columns, who, OF_ALL_MODELS)}`;
const rowsOf = (table: string, grain: string) =>
  `select * from ${table} where grain = '${grain}' and at >= $1 and at < $2`;

export const USER_DAY_TOTALS = aloneOf(
  "usage_user_day",
  "at, user_id",
  USER_DAY,
  OF_USER,
  userDaysOf(rowsOf("usage_by_user", "day")),
);
export const MODEL_DAY_TOTALS = aloneOf(
  "usage_model_day",
  "at",
  MODEL_DAY,
  OF_NOBODY,
  modelDaysOf(rowsOf("usage_by_model", "day")),
);
export const USER_HOUR_TOTALS = aloneOf(
  "usage_user_hour",
  "at, user_id",
  ["calls", "tokens"],
  OF_USER,
  `select at, user_id, sum(calls)::bigint as calls, sum(prompt_tokens + generated_tokens)::bigint as tokens
   from usage_by_user where grain = 'hour' and at >= $1 and at < $2 group by at, user_id`,
);

/** Events in the buckets of latency against those that reported one, of the grain $1 from $2 to $3. */
export const LATENCIES_AGAINST_MODELS = `
  with made as (select at, model_id, sum(events)::bigint as latency_events from usage_latency
    where grain = $1 and at >= $2 and at < $3 group by 1, 2),
  kept as (select at, model_id, sum(latency_events)::bigint as latency_events from usage_by_model
    where grain = $1 and at >= $2 and at < $3 group by 1, 2)
  ${differing("at, model_id", ["latency_events"], OF_NOBODY)}`;

const wrongUsers = (day: string) => `
  select coalesce(to_char(${day}, 'YYYY-MM-DD HH24:MI'), '') as at, '' as who, '' as model, coalesce('users of ' || kind, '') as column,
    coalesce(made.users, 0)::text as made, coalesce(kept.users, 0)::text as kept`;

/** Compares the number of users of a day by kind ($1 its start) with its sums. */
export const USERS_OF_DAY = `
  with made as (select kind, count(distinct user_id)::int as users from usage_by_user where grain = 'day' and at = $1 group by 1),
  kept as (select kind, users from usage_day_users where day = ($1::timestamptz at time zone 'UTC')::date and users <> 0)
  ${wrongUsers("$1::timestamptz at time zone 'UTC'")}
  from made full join kept using (kind) where made.users is distinct from kept.users order by 4`;

/** Days that count users and have no sums. */
export const USERS_OF_NO_DAY = `
  ${wrongUsers("kept.day")}
  from usage_day_users kept cross join (select 0 as users) made
  where kept.users <> 0 and not exists (
    select from usage_by_model where grain = 'day' and at = kept.day::timestamp at time zone 'UTC')
  order by 1, 4 limit ${MOST_SHOWN}`;

/** Coins that are not in the sums yet, by tenant. */
const UNSUMMED = `select tenant_id, ts, coins from usage_event where id > (select event_id from usage_cursor)`;

/** Coins of a tenant's events against those in the ledger and those that are not there yet. */
export const COINS_AGAINST_LEDGER = `
  with summed as (select tenant_id, sum(coins) as coins from usage_by_user where grain = 'month' group by 1),
  unsummed as (select tenant_id, sum(coins) as coins from (${UNSUMMED}) events group by 1),
  posted as (select tenant_id, -sum(units) as coins from ledger_day where kind = 'spend' group by 1)
  select '' as at, tenant_name as who, '' as model, 'coins in the ledger and on their way' as column,
    coalesce((coalesce(s.coins, 0) + coalesce(u.coins, 0))::text, '') as made, coalesce((coalesce(p.coins, 0) + coalesce(c.unposted, 0))::text, '') as kept
  from tenant t left join summed s on s.tenant_id = t.id left join unsummed u on u.tenant_id = t.id
  left join posted p on p.tenant_id = t.id left join coin_meter c on c.tenant_id = t.id
  where coalesce(s.coins, 0) + coalesce(u.coins, 0) <> coalesce(p.coins, 0) + coalesce(c.unposted, 0)
  order by 2 limit ${MOST_SHOWN}`;

/** Days for which more is in the ledger than was spent: coins are never given back. */
export const LEDGER_AHEAD = `
  with posted as (select tenant_id, day, -units as coins from ledger_day where kind = 'spend' and day >= $1::date)
  select coalesce(to_char(day, 'YYYY-MM-DD'), '') as at, tenant_name as who, '' as model, 'coins in the ledger' as column,
    coalesce(coalesce(sum(u.coins), 0)::text, '') as made, coalesce(p.coins::text, '') as kept
  from posted p join tenant t on t.id = p.tenant_id
  left join usage_by_user u on u.grain = 'day' and u.tenant_id = p.tenant_id and u.at = p.day::timestamp at time zone 'UTC'
  group by day, tenant_name, p.coins having p.coins > coalesce(sum(u.coins), 0) order by 1, 2 limit ${MOST_SHOWN}`;

/** Coins of the month of a tenant's meter. */
export const METERS_OF_MONTH = `
  with summed as (select tenant_id, at, sum(coins) as coins from usage_by_user where grain = 'month' group by 1, 2),
  unsummed as (select tenant_id, date_trunc('month', ts, 'UTC') as at, sum(coins) as coins from (${UNSUMMED}) events group by 1, 2)
  select coalesce(to_char(month, 'YYYY-MM'), '') as at, tenant_name as who, '' as model, 'coins of the month' as column,
    coalesce((coalesce(s.coins, 0) + coalesce(u.coins, 0))::text, '') as made, coalesce(month_coins::text, '') as kept
  from coin_meter c join tenant t on t.id = c.tenant_id
  left join summed s on s.tenant_id = c.tenant_id and s.at = c.month::timestamp at time zone 'UTC'
  left join unsummed u on u.tenant_id = c.tenant_id and u.at = c.month::timestamp at time zone 'UTC'
  where coalesce(s.coins, 0) + coalesce(u.coins, 0) <> month_coins order by 2 limit ${MOST_SHOWN}`;
