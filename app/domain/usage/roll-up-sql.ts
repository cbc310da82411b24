import { LATENCY_BUCKET } from "./latency";

/**
 * Adds the events with ids above $1 up to $2, none before $3, to the sums of all grains; to those of minutes not before $4.
 * One statement, so that events are read once. Rows are written in the order of their keys.
 */
export const ROLL_UP = `
  with events as materialized (
    select * from usage_event where id > $1 and id <= $2 and ts > $3::timestamptz
  ), grained as materialized (
    select g.grain, date_trunc(g.grain, e.ts, 'UTC') as at, e.* from events e
      cross join (values ('minute'), ('hour'), ('day'), ('month')) as g(grain)
    where g.grain <> 'minute' or e.ts >= $4::timestamptz
  ), by_model as (
    insert into usage_by_model as kept
    select grain, at, model_id, kind, count(*), sum(calls), coalesce(sum(calls) filter (where completed), 0),
      count(*) filter (where not completed), count(*) filter (where unpriced), sum(prompt_tokens), sum(generated_tokens),
      sum(cache_read_tokens), sum(cache_creation_tokens), sum(coins), count(latency_ms), coalesce(sum(latency_ms), 0),
      max(latency_ms), count(batch_size), coalesce(sum(batch_size), 0), max(batch_size), count(gpus), coalesce(sum(gpus), 0),
      max(gpus), count(busy_pct), coalesce(sum(busy_pct), 0), max(busy_pct)
    from grained group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (grain, at, model_id, kind) do update set events = kept.events + excluded.events,
      calls = kept.calls + excluded.calls, completed = kept.completed + excluded.completed,
      failed = kept.failed + excluded.failed, unpriced = kept.unpriced + excluded.unpriced,
      prompt_tokens = kept.prompt_tokens + excluded.prompt_tokens,
      generated_tokens = kept.generated_tokens + excluded.generated_tokens,
      cache_read_tokens = kept.cache_read_tokens + excluded.cache_read_tokens,
      cache_creation_tokens = kept.cache_creation_tokens + excluded.cache_creation_tokens,
      coins = kept.coins + excluded.coins, latency_events = kept.latency_events + excluded.latency_events,
      latency_ms_sum = kept.latency_ms_sum + excluded.latency_ms_sum,
      latency_ms_max = greatest(kept.latency_ms_max, excluded.latency_ms_max),
      batch_events = kept.batch_events + excluded.batch_events, batch_sum = kept.batch_sum + excluded.batch_sum,
      batch_max = greatest(kept.batch_max, excluded.batch_max), gpus_events = kept.gpus_events + excluded.gpus_events,
      gpus_sum = kept.gpus_sum + excluded.gpus_sum, gpus_max = greatest(kept.gpus_max, excluded.gpus_max),
      busy_events = kept.busy_events + excluded.busy_events, busy_pct_sum = kept.busy_pct_sum + excluded.busy_pct_sum,
      busy_pct_max = greatest(kept.busy_pct_max, excluded.busy_pct_max)
  ), by_user as (
    insert into usage_by_user as kept
    select grain, at, user_id, tenant_id, model_id, kind, count(*), sum(calls), coalesce(sum(calls) filter (where completed), 0),
      count(*) filter (where not completed), sum(prompt_tokens), sum(generated_tokens), sum(cache_read_tokens),
      sum(cache_creation_tokens), sum(coins)
    from grained group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (grain, at, user_id, tenant_id, model_id, kind) do update set events = kept.events + excluded.events,
      calls = kept.calls + excluded.calls, completed = kept.completed + excluded.completed,
      failed = kept.failed + excluded.failed, prompt_tokens = kept.prompt_tokens + excluded.prompt_tokens,
      generated_tokens = kept.generated_tokens + excluded.generated_tokens,
      cache_read_tokens = kept.cache_read_tokens + excluded.cache_read_tokens,
      cache_creation_tokens = kept.cache_creation_tokens + excluded.cache_creation_tokens, coins = kept.coins + excluded.coins
  ), latencies as (
    insert into usage_latency as kept
    select grain, at, model_id, ${LATENCY_BUCKET}, count(*)
    from grained where latency_ms is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (grain, at, model_id, bucket) do update set events = kept.events + excluded.events
  ), windows as (
    insert into usage_window_user as kept
    select w.span, e.user_id, count(*), sum(e.calls), sum(e.coins)
    from usage_window w join events e on e.ts >= w.first_at group by 1, 2 order by 1, 2
    on conflict (span, user_id) do update set events = kept.events + excluded.events,
      calls = kept.calls + excluded.calls, coins = kept.coins + excluded.coins
  )
  select count(*)::int as events from events`;
