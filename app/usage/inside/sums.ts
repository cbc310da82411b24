/** What the sums of a user and of a model have in common: columns that add up. */
export const USER_SUMS = [
  ...["events", "calls", "completed", "failed", "prompt_tokens", "generated_tokens", "cache_read_tokens"],
  ...["cache_creation_tokens", "coins"],
] as const;

/** Further columns of the sums by model. */
export const MODEL_SUMS = [
  ...["unpriced", "latency_events", "latency_ms_sum", "batch_events", "batch_sum", "gpus_events", "gpus_sum"],
  ...["busy_events", "busy_pct_sum"],
] as const;

/** The largest of a model's events; null where none reported it. */
export const MODEL_MAXES = ["latency_ms_max", "batch_max", "gpus_max", "busy_pct_max"] as const;

/** Of events, under the names of the sums. */
export const USER_SUMS_OF_EVENTS = `count(*) as events, sum(calls)::bigint as calls,
  coalesce(sum(calls) filter (where completed), 0)::bigint as completed, count(*) filter (where not completed) as failed,
  sum(prompt_tokens)::bigint as prompt_tokens, sum(generated_tokens)::bigint as generated_tokens,
  sum(cache_read_tokens)::bigint as cache_read_tokens, sum(cache_creation_tokens)::bigint as cache_creation_tokens,
  sum(coins)::bigint as coins`;

export const MODEL_SUMS_OF_EVENTS = `count(*) filter (where unpriced) as unpriced, count(latency_ms) as latency_events,
  coalesce(sum(latency_ms), 0)::bigint as latency_ms_sum, count(batch_size) as batch_events,
  coalesce(sum(batch_size), 0)::bigint as batch_sum, count(gpus) as gpus_events, coalesce(sum(gpus), 0)::bigint as gpus_sum,
  count(busy_pct) as busy_events, coalesce(sum(busy_pct), 0)::bigint as busy_pct_sum`;

export const MODEL_MAXES_OF_EVENTS = `max(latency_ms) as latency_ms_max, max(batch_size) as batch_max, max(gpus) as gpus_max,
  max(busy_pct) as busy_pct_max`;

/** Of sums over a shorter time, those over a longer one. */
export const USER_SUMS_OF_SUMS = USER_SUMS.map((sum) => `sum(${sum})::bigint as ${sum}`).join(", ");
export const MODEL_SUMS_OF_SUMS = MODEL_SUMS.map((sum) => `sum(${sum})::bigint as ${sum}`).join(", ");
export const MODEL_MAXES_OF_MAXES = MODEL_MAXES.map((most) => `max(${most}) as ${most}`).join(", ");
