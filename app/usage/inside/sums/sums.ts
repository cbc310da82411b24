import type { KeptSum } from "~/platform/kept-sum";
import { LATENCY_BUCKET } from "./latency";

/** Figures that sums of users and of models share. */
const FIGURES = {
  events: "count(*)",
  calls: "sum(calls)::bigint",
  completed: "coalesce(sum(calls) filter (where completed), 0)::bigint",
  failed: "count(*) filter (where not completed)",
  chat_events: "count(*) filter (where kind = 'chat')",
  agent_events: "count(*) filter (where kind = 'agent')",
  prompt_tokens: "sum(prompt_tokens)::bigint",
  generated_tokens: "sum(generated_tokens)::bigint",
  cache_read_tokens: "sum(cache_read_tokens)::bigint",
  cache_creation_tokens: "sum(cache_creation_tokens)::bigint",
  coins: "sum(coins)::bigint",
} as const;

export const BY_USER = {
  table: "usage_by_user",
  grain: ["grain", "at"],
  key: ["user_id", "tenant_id", "model_id"],
  sums: FIGURES,
  maxes: {},
} as const satisfies KeptSum;

export const BY_MODEL = {
  table: "usage_by_model",
  grain: ["grain", "at"],
  key: ["model_id"],
  sums: {
    ...FIGURES,
    agent_calls: "coalesce(sum(calls) filter (where kind = 'agent'), 0)::bigint",
    unpriced: "count(*) filter (where unpriced)",
    latency_events: "count(latency_ms)",
    latency_ms_sum: "coalesce(sum(latency_ms), 0)::bigint",
    batch_events: "count(batch_size)",
    batch_sum: "coalesce(sum(batch_size), 0)::bigint",
    gpus_events: "count(gpus)",
    gpus_sum: "coalesce(sum(gpus), 0)::bigint",
    busy_events: "count(busy_pct)",
    busy_pct_sum: "coalesce(sum(busy_pct), 0)::bigint",
  },
  maxes: {
    latency_ms_max: "max(latency_ms)",
    batch_max: "max(batch_size)",
    gpus_max: "max(gpus)",
    busy_pct_max: "max(busy_pct)",
  },
} as const satisfies KeptSum;

export const BY_LATENCY = {
  table: "usage_latency",
  grain: ["grain", "at"],
  key: ["model_id", "bucket"],
  sums: { events: "count(*)" },
  maxes: {},
} as const satisfies KeptSum;

/** SQL for events with a latency, with their bucket. */
export const withBucket = (events: string) =>
  `(select *, ${LATENCY_BUCKET} as bucket from ${events} where latency_ms is not null) timed`;

/** Users of a day by kind. They do not add up over days, since a user may be active on several. */
export const BY_DAY = {
  table: "usage_day_users",
  grain: ["day"],
  key: [],
  sums: { chat_users: "count(*) filter (where chat)", agent_users: "count(*) filter (where agent)" },
  maxes: {},
} as const satisfies KeptSum;

/** The users of days, from sums by user and day. */
export const usersOfDays = (days: string) =>
  `(select at, user_id, (at at time zone 'UTC')::date as day, sum(chat_events) > 0 as chat, sum(agent_events) > 0 as agent
    from ${days} group by at, user_id)`;

/** A source's events of a minute. Old minutes are merged into their month. */
export const INTAKE = {
  table: "usage_intake",
  grain: ["minute"],
  key: ["source_id"],
  sums: {
    requests: "sum(requests)",
    accepted: "sum(accepted)",
    duplicates: "sum(duplicates)",
    rejected: "sum(rejected)",
    lag_ms: "sum(lag_ms)",
  },
  maxes: { last_ts: "max(last_ts)" },
} as const satisfies KeptSum;

/** SQL for the sum of a figure over the window of that span; the source has a row for each point and window. */
const inWindow = (name: string, span: string) => `coalesce(sum(${name}) filter (where span = '${span}'), 0)::bigint`;

/**
 * Users over the last points of a grain, to find the largest (`windows.server.ts`). All windows of a user are one row,
 * because each roll-up writes all of them.
 */
export const BY_WINDOW = {
  table: "usage_user_window",
  grain: [],
  key: ["user_id"],
  sums: {
    events_100m: inWindow("events", "100m"),
    calls_100m: inWindow("calls", "100m"),
    coins_100m: inWindow("coins", "100m"),
    events_100h: inWindow("events", "100h"),
    calls_100h: inWindow("calls", "100h"),
    coins_100h: inWindow("coins", "100h"),
    events_30d: inWindow("events", "30d"),
    calls_30d: inWindow("calls", "30d"),
    coins_30d: inWindow("coins", "30d"),
    events_60d: inWindow("events", "60d"),
    calls_60d: inWindow("calls", "60d"),
    coins_60d: inWindow("coins", "60d"),
    events_12mo: inWindow("events", "12mo"),
    calls_12mo: inWindow("calls", "12mo"),
    coins_12mo: inWindow("coins", "12mo"),
  },
  maxes: {},
} as const satisfies KeptSum;

/** SQL for a user's figure over the window whose span is the SQL `span`. */
export const ofWindow = (name: "calls" | "coins", span: string) =>
  `case ${span} when '100m' then ${name}_100m when '100h' then ${name}_100h when '30d' then ${name}_30d
    when '60d' then ${name}_60d when '12mo' then ${name}_12mo end`;
