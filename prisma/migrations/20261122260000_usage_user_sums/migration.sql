-- Sums of a user alone, over a day and an hour, so that lists of users read one row of each: those by user, model and kind
-- have some ten. `models` has the day's figures by model as a text, `model_id:coins,prompt,generated,cache read,cache creation`
-- with `;` between them: PostgreSQL would take longer to write out each figure than to find the rows.
CREATE TABLE "usage_user_day" (
    "at" TIMESTAMPTZ(0) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "calls" BIGINT NOT NULL,
    "messages" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "generated_tokens" BIGINT NOT NULL,
    "cache_read_tokens" BIGINT NOT NULL,
    "cache_creation_tokens" BIGINT NOT NULL,
    "coins" BIGINT NOT NULL,
    "models" TEXT NOT NULL,

    CONSTRAINT "usage_user_day_pkey" PRIMARY KEY ("user_id", "at")
) WITH (fillfactor = 70);
CREATE INDEX "usage_user_day_at_idx" ON "usage_user_day"("at");

CREATE TABLE "usage_user_hour" (
    "at" TIMESTAMPTZ(0) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "calls" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,

    CONSTRAINT "usage_user_hour_pkey" PRIMARY KEY ("at", "user_id")
) WITH (fillfactor = 70);

-- The same of models over a day: a year is then 366 rows and not one for each model and kind. `models` has
-- `model_id:events,calls,failed,unpriced,prompt,generated,cache read,cache creation,coins`.
CREATE TABLE "usage_model_day" (
    "at" TIMESTAMPTZ(0) NOT NULL,
    "calls" BIGINT NOT NULL,
    "agent_calls" BIGINT NOT NULL,
    "coins" BIGINT NOT NULL,
    "models" TEXT NOT NULL,

    CONSTRAINT "usage_model_day_pkey" PRIMARY KEY ("at")
) WITH (fillfactor = 50);

INSERT INTO usage_user_day
SELECT at, user_id, sum(calls), sum(messages), sum(prompt), sum(generated), sum(cache_read), sum(cache_creation), sum(coins),
  string_agg(model_id || ':' || coins || ',' || prompt || ',' || generated || ',' || cache_read || ',' || cache_creation, ';' ORDER BY model_id)
FROM (
  SELECT at, user_id, model_id, sum(calls) AS calls, coalesce(sum(events) FILTER (WHERE kind IN ('chat', 'agent')), 0) AS messages,
    sum(prompt_tokens) AS prompt, sum(generated_tokens) AS generated, sum(cache_read_tokens) AS cache_read,
    sum(cache_creation_tokens) AS cache_creation, sum(coins) AS coins
  FROM usage_by_user WHERE grain = 'day' GROUP BY at, user_id, model_id
) of_model GROUP BY at, user_id ORDER BY at, user_id;

INSERT INTO usage_user_hour
SELECT at, user_id, sum(calls), sum(prompt_tokens + generated_tokens) FROM usage_by_user WHERE grain = 'hour' GROUP BY at, user_id ORDER BY at, user_id;

INSERT INTO usage_model_day
SELECT at, sum(calls), sum(agent_calls), sum(coins),
  string_agg(model_id || ':' || events || ',' || calls || ',' || failed || ',' || unpriced || ',' || prompt_tokens || ',' || generated_tokens || ',' || cache_read_tokens || ',' || cache_creation_tokens || ',' || coins, ';' ORDER BY model_id)
FROM (
  SELECT at, model_id, coalesce(sum(calls) FILTER (WHERE kind = 'agent'), 0) AS agent_calls, sum(events) AS events, sum(calls) AS calls,
    sum(failed) AS failed, sum(unpriced) AS unpriced, sum(prompt_tokens) AS prompt_tokens, sum(generated_tokens) AS generated_tokens,
    sum(cache_read_tokens) AS cache_read_tokens, sum(cache_creation_tokens) AS cache_creation_tokens, sum(coins) AS coins
  FROM usage_by_model WHERE grain = 'day' GROUP BY at, model_id
) of_model GROUP BY at;
