import { adding, figuresOf, summed, mergedOver } from "~/platform/kept-sum";
import { BUCKET_GROWTH } from "~/usage/inside/sums/latency";
import { BY_DAY, BY_MODEL, BY_USER, usersOfDays } from "~/usage/inside/sums/sums";

/**
 * The share of all events that a user has with a model, most of them with the first users and models; and the share of
 * a day's events in an hour, most of them in its middle.
 */
export const CELLS = [
  `create unlogged table bench_cell as
   select u.place, u.user_id, u.tenant_id, m.model_id, model_from, model_until,
     (power(place / users, 1 / 3.0) - power((place - 1) / users, 1 / 3.0)) * (model_until - model_from) as share
   from (select row_number() over (order by id)::float8 as place, count(*) over () ::float8 as users, id as user_id, tenant_id,
       floor(power(('x' || substr(md5(id::text), 1, 7))::bit(28)::int / 268435456.0, 2) * (select count(*) from usage_model)) as first
     from user_account where email like 'bench-user-%') u
   cross join (values (0, 0.0, 0.6), (1, 0.6, 0.85), (2, 0.85, 0.95), (3, 0.95, 1.0)) models(slot, model_from, model_until)
   join (select id as model_id, row_number() over (order by id) - 1 as model_place from usage_model) m
     on m.model_place = (first + slot)::int % (select count(*) from usage_model)`,
  `create index on bench_cell (place)`,
  `create unlogged table bench_hour as
   select hour, weight / sum(weight) over () as share
   from (select hour, exp(-power((hour - 11.5) / 4.2, 2) / 2) as weight from generate_series(0, 23) hour) weighed`,
  `analyze bench_cell, bench_hour`,
];

/** Figures of n events. */
const OF_EVENTS = `n as events, n as calls, n - n / 50 as completed, n / 50 as failed, (n + 1) / 2 as chat_events,
  (n * 3 + 10) / 20 as agent_events, n * 4000 as prompt_tokens, n * 400 as generated_tokens, n * 2000 as cache_read_tokens,
  n * 250 as cache_creation_tokens, n * 10000 as coins`;

/** $1 the day, $2 its number of events. */
export const DAY_OF_USERS = adding(
  BY_USER,
  `(select 'day'::text as grain, $1::timestamptz as at, user_id, tenant_id, model_id, ${OF_EVENTS}
    from (select c.*, floor($2::float8 * share + random())::bigint as n from bench_cell c) drawn where n > 0) days`,
);

export const HOURS_OF_USERS = adding(
  BY_USER,
  `(select 'hour'::text as grain, $1::timestamptz + make_interval(hours => hour) as at, user_id, tenant_id, model_id, ${OF_EVENTS}
    from (select hour, c.*, floor($2::float8 * c.share * h.share + random())::bigint as n
      from bench_hour h cross join bench_cell c) drawn
    where n > 0) hours`,
);

/** SQL for the day $1. */
export const DAYS_OF_HOURS = adding(
  BY_USER,
  `(${mergedOver(
    "'day'",
    BY_USER,
    "usage_by_user where grain = 'hour' and at >= $1::timestamptz and at < $1::timestamptz + interval '24 hours'",
  )}) days`,
);

/** A model's other figures: as if every event had reported its latency and hardware. */
const OF_MODEL = `sum(agent_events) as agent_calls, 0 as unpriced, sum(events) as latency_events, sum(events) * 1300 as latency_ms_sum,
  sum(events) as batch_events, sum(events) * 4 as batch_sum, sum(events) as gpus_events, sum(events) * 2 as gpus_sum,
  sum(events) as busy_events, sum(events) * 50 as busy_pct_sum, 1477 as latency_ms_max, 8 as batch_max, 2 as gpus_max,
  100 as busy_pct_max`;

const MODELS_OF_USERS = (grain: string) =>
  adding(
    BY_MODEL,
    `(select grain, at, model_id,
        ${Object.keys(BY_USER.sums)
          .map((name) => `sum(${name}) as ${name}`)
          .join(", ")}, ${OF_MODEL}
      from usage_by_user where grain = '${grain}' group by 1, 2, 3) models`,
  );

/** Events by latency, from 200 to 1,477 ms: the same number in each bucket, the rest in the first. */
const LATENCIES = (grain: string) => `
  insert into usage_latency (grain, at, model_id, bucket, events)
  select grain, at, model_id, bucket, case when bucket = first then events - (events / buckets)::bigint * (buckets - 1) else (events / buckets)::bigint end
  from (select grain, at, model_id, sum(latency_events)::bigint as events from usage_by_model where grain = '${grain}' group by 1, 2, 3) s,
    (select ceil(ln(200) / ln(${BUCKET_GROWTH}))::int as first, ceil(ln(1477) / ln(${BUCKET_GROWTH}))::int as last) bounds,
    lateral (select last - first + 1 as buckets) counted, generate_series(first, last) bucket
  where bucket = first or events >= buckets`;

/**
 * All other sums, built from the days of users. Hours of models are kept longer than the hours of users here, so they
 * are built from the models' days.
 */
export const FROM_DAYS = [
  adding(BY_DAY, `(${summed(BY_DAY, `${usersOfDays("usage_by_user where grain = 'day'")} users`)}) days`),
  MODELS_OF_USERS("hour"),
  MODELS_OF_USERS("day"),
  adding(BY_USER, `(${mergedOver("'month'", BY_USER, "usage_by_user where grain = 'day'")}) months`),
  adding(BY_MODEL, `(${mergedOver("'month'", BY_MODEL, "usage_by_model where grain = 'day'")}) months`),
  LATENCIES("hour"),
  LATENCIES("day"),
  LATENCIES("month"),
  `insert into coin_meter (tenant_id, unposted, month, month_coins)
   select tenant_id, 0, (max(at) at time zone 'UTC')::date, sum(coins) from usage_by_user
   where grain = 'month' and at = (select max(at) from usage_by_user where grain = 'month') group by 1`,
  `insert into ledger_hour (hour, account, unit, kind, writer, units, entries)
   select at, 'coins', 'coin', 'grant', 0, 2000000, 1 from usage_by_model where grain = 'hour' group by at on conflict do nothing`,
];

/** A year of days by model, the last twelve weeks four times over, because longer ranges are measured too. */
export const OLDER_DAYS = [
  `insert into usage_by_model (grain, at, model_id, ${figuresOf(BY_MODEL)})
   select grain, at - weeks * interval '2016 hours', model_id, ${figuresOf(BY_MODEL)} from usage_by_model, generate_series(1, 4) weeks
   where grain = 'day' and at > (select max(at) from usage_by_model where grain = 'day') - interval '2016 hours'
     and at - weeks * interval '2016 hours' < (select min(at) from usage_by_user where grain = 'day')`,
  `insert into usage_latency (grain, at, model_id, bucket, events)
   select grain, at - weeks * interval '2016 hours', model_id, bucket, events from usage_latency, generate_series(1, 4) weeks
   where grain = 'day' and at > (select max(at) from usage_latency where grain = 'day') - interval '2016 hours'
     and at - weeks * interval '2016 hours' < (select min(at) from usage_by_user where grain = 'day')`,
];

/** $1 now: the first points of the windows of the largest users. */
export const WINDOW_STARTS = `
  update usage_window set first_at = (date_trunc(grain, $1::timestamptz at time zone 'UTC') - (points - 1) * ('1 ' || grain)::interval)
    at time zone 'UTC'`;
