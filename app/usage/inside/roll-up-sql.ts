import { GRAINS } from "../grains";
import { LATENCY_BUCKET } from "./latency";
import {
  MODEL_MAXES,
  MODEL_MAXES_OF_EVENTS,
  MODEL_MAXES_OF_MAXES,
  MODEL_SUMS,
  MODEL_SUMS_OF_EVENTS,
  MODEL_SUMS_OF_SUMS,
  USER_SUMS,
  USER_SUMS_OF_EVENTS,
  USER_SUMS_OF_SUMS,
} from "./sums";
import { DAY_AND_USER_TOTALS } from "./day-totals-sql";

const USER = "user_id, tenant_id, model_id, kind";
const MODEL = "model_id, kind";
const LATENCY = "model_id, bucket";
const USER_FIGURES = USER_SUMS.join(", ");
const MODEL_FIGURES = `${USER_FIGURES}, ${MODEL_SUMS.join(", ")}, ${MODEL_MAXES.join(", ")}`;
const ALL_MODEL_SUMS_OF_SUMS = `${USER_SUMS_OF_SUMS}, ${MODEL_SUMS_OF_SUMS}, ${MODEL_MAXES_OF_MAXES}`;

const GROWN = USER_SUMS.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(", ");
const MODEL_GROWN = MODEL_SUMS.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(", ");
const MODEL_LARGER = MODEL_MAXES.map((most) => `${most} = greatest(kept.${most}, excluded.${most})`).join(", ");

/** Sums over a longer time, from those over a shorter one. */
const longer = (of: string, shorter: string, grain: string, keys: string, sums: string) =>
  `${of}_${grain} as materialized (
    select date_trunc('${grain}', at, 'UTC') as at, ${keys}, ${sums} from ${of}_${shorter} group by 1, ${keys})`;

/** Adds sums to those that are kept, in the order of their keys. */
const adding = (table: string, of: string, grain: string, keys: string, figures: string, grown: string) =>
  `kept_${of}_${grain} as (
    insert into ${table} as kept (grain, at, ${keys}, ${figures})
    select '${grain}', at, ${keys}, ${figures} from ${of}_${grain}
    order by at, ${keys}
    on conflict (grain, at, ${keys}) do update set ${grown})`;

const addingUsers = (grain: string) => adding("usage_by_user", "users", grain, USER, USER_FIGURES, GROWN);
const addingModels = (grain: string) =>
  adding("usage_by_model", "models", grain, MODEL, MODEL_FIGURES, `${GROWN}, ${MODEL_GROWN}, ${MODEL_LARGER}`);
const addingLatencies = (grain: string) =>
  adding("usage_latency", "latencies", grain, LATENCY, "events", "events = kept.events + excluded.events");

/**
 * Adds the events with ids above $1 up to $2, whose `ts` lie from $3 to $4, to the sums of all grains. One statement,
 * so that events are read once; each grain is made of the one before it. Answers how many there were, and whose active days are
 * new (A9).
 */
export const ROLL_UP = `
  with events as materialized (
    select date_trunc('minute', ts, 'UTC') as at, user_id, tenant_id, model_id, kind, calls, completed, unpriced, prompt_tokens,
      generated_tokens, cache_read_tokens, cache_creation_tokens, coins, latency_ms, batch_size, gpus, busy_pct
    from usage_event where id > $1 and id <= $2 and ts between $3 and $4
  ),
  users_minute as materialized (select at, ${USER}, ${USER_SUMS_OF_EVENTS} from events group by at, ${USER}),
  ${longer("users", "minute", "hour", USER, USER_SUMS_OF_SUMS)},
  ${longer("users", "hour", "day", USER, USER_SUMS_OF_SUMS)},
  ${longer("users", "day", "month", USER, USER_SUMS_OF_SUMS)},
  models_minute as materialized (
    select at, ${MODEL}, ${USER_SUMS_OF_EVENTS}, ${MODEL_SUMS_OF_EVENTS}, ${MODEL_MAXES_OF_EVENTS} from events
    group by at, ${MODEL}),
  ${longer("models", "minute", "hour", MODEL, ALL_MODEL_SUMS_OF_SUMS)},
  ${longer("models", "hour", "day", MODEL, ALL_MODEL_SUMS_OF_SUMS)},
  ${longer("models", "day", "month", MODEL, ALL_MODEL_SUMS_OF_SUMS)},
  latencies_minute as materialized (
    select at, model_id, ${LATENCY_BUCKET} as bucket, count(*) as events from events where latency_ms is not null group by 1, 2, 3),
  ${longer("latencies", "minute", "hour", LATENCY, "sum(events)::bigint as events")},
  ${longer("latencies", "hour", "day", LATENCY, "sum(events)::bigint as events")},
  ${longer("latencies", "day", "month", LATENCY, "sum(events)::bigint as events")},
  ${GRAINS.map((grain) => addingUsers(grain)).join(", ")},
  ${GRAINS.map((grain) => addingModels(grain)).join(", ")},
  ${GRAINS.map((grain) => addingLatencies(grain)).join(", ")},
  ${DAY_AND_USER_TOTALS},
  windows as (
    insert into usage_window_user as kept
    select w.span, points.user_id, sum(events), sum(calls), sum(coins) from usage_window w join (
      select 'minute' as grain, at, user_id, events, calls, coins from users_minute
      union all select 'hour', at, user_id, events, calls, coins from users_hour
      union all select 'day', at, user_id, events, calls, coins from users_day
      union all select 'month', at, user_id, events, calls, coins from users_month
    ) points on points.grain = w.grain and points.at >= w.first_at
    group by 1, 2 order by 1, 2
    on conflict (span, user_id) do update set events = kept.events + excluded.events,
      calls = kept.calls + excluded.calls, coins = kept.coins + excluded.coins
  ), unseen as (
    select distinct user_id, (at at time zone 'UTC')::date as day from users_day u
    where not exists (select from active_day a where a.user_id = u.user_id and a.day = (u.at at time zone 'UTC')::date)
  )
  select (select count(*)::int from events) as events, coalesce(array_agg(user_id), '{}') as "userIds",
    coalesce(array_agg(to_char(day, 'YYYY-MM-DD')), '{}') as days
  from unseen`;
