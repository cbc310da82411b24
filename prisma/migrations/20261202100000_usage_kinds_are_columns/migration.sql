-- A kind of event was a row of its own, so that there were three times as many, and lists read copies that were summed once more
-- (decision 0430). Now the kinds are columns, and the copies go.
DROP TRIGGER "usage_by_user_day_users" ON "usage_by_user";
DROP FUNCTION usage_day_users_count();

CREATE TEMP TABLE merged_users ON COMMIT DROP AS
SELECT grain, at, user_id, tenant_id, model_id, sum(events)::bigint AS events, sum(calls)::bigint AS calls,
  sum(completed)::bigint AS completed, sum(failed)::bigint AS failed,
  coalesce(sum(events) FILTER (WHERE kind = 'chat'), 0)::bigint AS chat_events,
  coalesce(sum(events) FILTER (WHERE kind = 'agent'), 0)::bigint AS agent_events,
  sum(prompt_tokens)::bigint AS prompt_tokens, sum(generated_tokens)::bigint AS generated_tokens,
  sum(cache_read_tokens)::bigint AS cache_read_tokens, sum(cache_creation_tokens)::bigint AS cache_creation_tokens,
  sum(coins)::bigint AS coins
FROM usage_by_user GROUP BY 1, 2, 3, 4, 5;

TRUNCATE "usage_by_user";
ALTER TABLE "usage_by_user" DROP COLUMN "kind",
  ADD COLUMN "chat_events" BIGINT NOT NULL,
  ADD COLUMN "agent_events" BIGINT NOT NULL,
  ADD CONSTRAINT "usage_by_user_pkey" PRIMARY KEY ("grain", "at", "user_id", "tenant_id", "model_id");
INSERT INTO usage_by_user (grain, at, user_id, tenant_id, model_id, events, calls, completed, failed, chat_events, agent_events,
  prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins)
SELECT * FROM merged_users ORDER BY grain, at, user_id, tenant_id, model_id;

CREATE TEMP TABLE merged_models ON COMMIT DROP AS
SELECT grain, at, model_id, sum(events)::bigint AS events, sum(calls)::bigint AS calls, sum(completed)::bigint AS completed,
  sum(failed)::bigint AS failed, coalesce(sum(events) FILTER (WHERE kind = 'chat'), 0)::bigint AS chat_events,
  coalesce(sum(events) FILTER (WHERE kind = 'agent'), 0)::bigint AS agent_events,
  coalesce(sum(calls) FILTER (WHERE kind = 'agent'), 0)::bigint AS agent_calls, sum(unpriced)::bigint AS unpriced,
  sum(prompt_tokens)::bigint AS prompt_tokens, sum(generated_tokens)::bigint AS generated_tokens,
  sum(cache_read_tokens)::bigint AS cache_read_tokens, sum(cache_creation_tokens)::bigint AS cache_creation_tokens,
  sum(coins)::bigint AS coins, sum(latency_events)::bigint AS latency_events, sum(latency_ms_sum)::bigint AS latency_ms_sum,
  max(latency_ms_max) AS latency_ms_max, sum(batch_events)::bigint AS batch_events, sum(batch_sum)::bigint AS batch_sum,
  max(batch_max) AS batch_max, sum(gpus_events)::bigint AS gpus_events, sum(gpus_sum)::bigint AS gpus_sum,
  max(gpus_max) AS gpus_max, sum(busy_events)::bigint AS busy_events, sum(busy_pct_sum)::bigint AS busy_pct_sum,
  max(busy_pct_max) AS busy_pct_max
FROM usage_by_model GROUP BY 1, 2, 3;

TRUNCATE "usage_by_model";
ALTER TABLE "usage_by_model" DROP COLUMN "kind",
  ADD COLUMN "chat_events" BIGINT NOT NULL,
  ADD COLUMN "agent_events" BIGINT NOT NULL,
  ADD COLUMN "agent_calls" BIGINT NOT NULL,
  ADD CONSTRAINT "usage_by_model_pkey" PRIMARY KEY ("grain", "at", "model_id");
INSERT INTO usage_by_model (grain, at, model_id, events, calls, completed, failed, chat_events, agent_events, agent_calls, unpriced,
  prompt_tokens, generated_tokens, cache_read_tokens, cache_creation_tokens, coins, latency_events, latency_ms_sum, latency_ms_max,
  batch_events, batch_sum, batch_max, gpus_events, gpus_sum, gpus_max, busy_events, busy_pct_sum, busy_pct_max)
SELECT * FROM merged_models ORDER BY grain, at, model_id;

ALTER TABLE "usage_day_users" RENAME TO "usage_day_kinds";
ALTER TABLE "usage_day_kinds" RENAME CONSTRAINT "usage_day_users_pkey" TO "usage_day_kinds_pkey";
CREATE TABLE "usage_day_users" (
    "day" DATE NOT NULL,
    "chat_users" INTEGER NOT NULL,
    "agent_users" INTEGER NOT NULL,

    CONSTRAINT "usage_day_users_pkey" PRIMARY KEY ("day")
);
INSERT INTO usage_day_users (day, chat_users, agent_users)
SELECT day, coalesce(sum(users) FILTER (WHERE kind = 'chat'), 0), coalesce(sum(users) FILTER (WHERE kind = 'agent'), 0)
FROM usage_day_kinds GROUP BY 1;

DROP TABLE "usage_day_kinds";
DROP TABLE "usage_user_day";
DROP TABLE "usage_model_day";
DROP TABLE "usage_user_hour";
