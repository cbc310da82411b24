-- Model usage: where events come from, the events by day, their sums by minute, hour, day and month, and what tenants may spend.

-- Who sends events: a service key with those that replaced it, or a user's own keys. Keys of events are unique in it.
CREATE TABLE "usage_source" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "user_id" INTEGER,
    "created_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),
    CONSTRAINT "usage_source_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "usage_source_user_id_key" ON "usage_source"("user_id");
ALTER TABLE "usage_source" ADD CONSTRAINT "usage_source_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "usage_source" ADD CONSTRAINT "usage_source_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "api_key" ADD COLUMN "source_id" INTEGER;
CREATE INDEX "api_key_source_id_idx" ON "api_key"("source_id");
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "usage_source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a source sent, by minute.
CREATE TABLE "usage_intake" (
    "source_id" INTEGER NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "requests" INTEGER NOT NULL,
    "accepted" INTEGER NOT NULL,
    "duplicates" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "lag_ms" BIGINT NOT NULL,
    "last_ts" TIMESTAMPTZ(3),
    CONSTRAINT "usage_intake_pkey" PRIMARY KEY ("source_id", "minute")
);
ALTER TABLE "usage_intake" ADD CONSTRAINT "usage_intake_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "usage_source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "usage_rejection" (
    "source_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "events" BIGINT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "samples" JSONB NOT NULL,
    CONSTRAINT "usage_rejection_pkey" PRIMARY KEY ("source_id", "reason")
);
ALTER TABLE "usage_rejection" ADD CONSTRAINT "usage_rejection_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "usage_source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Keys of events with a hash of their content: no event counts twice. Kept longer than an event may be late.
CREATE TABLE "usage_key" (
    "source_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "content" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    CONSTRAINT "usage_key_pkey" PRIMARY KEY ("source_id", "key")
);
CREATE INDEX "usage_key_day_idx" ON "usage_key" USING BRIN ("day");

CREATE TABLE "usage_model" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "usage_model_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "usage_model_name_key" ON "usage_model"("name");

-- Coins per million tokens of a model, or of '*', from a moment on. Rows are added, never changed: an old event keeps the
-- price of its time. Without its four figures the model has no price of its own from then on.
CREATE TABLE "model_price" (
    "id" SERIAL NOT NULL,
    "model" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "prompt" BIGINT,
    "generated" BIGINT,
    "cache_read" BIGINT,
    "cache_creation" BIGINT,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "model_price_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "model_price_figures" CHECK (num_nulls("prompt", "generated", "cache_read", "cache_creation") IN (0, 4)
      AND least("prompt", "generated", "cache_read", "cache_creation") >= 0)
);
CREATE UNIQUE INDEX "model_price_model_from_at_key" ON "model_price"("model", "from_at");
ALTER TABLE "model_price" ADD CONSTRAINT "model_price_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Events, a partition for each UTC day of `ts`; an old day is dropped whole.
CREATE TABLE "usage_event" (
    "id" BIGSERIAL NOT NULL,
    "ts" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "source_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "model_id" INTEGER NOT NULL,
    "price_id" INTEGER,
    "calls" INTEGER NOT NULL,
    "latency_ms" INTEGER,
    "batch_size" INTEGER,
    "gpus" INTEGER,
    "prompt_tokens" BIGINT NOT NULL,
    "generated_tokens" BIGINT NOT NULL,
    "cache_read_tokens" BIGINT NOT NULL,
    "cache_creation_tokens" BIGINT NOT NULL,
    "coins" BIGINT NOT NULL,
    "hold_id" UUID,
    "busy_pct" SMALLINT,
    "completed" BOOLEAN NOT NULL,
    "unpriced" BOOLEAN NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "client_version" TEXT,
    CONSTRAINT "usage_event_pkey" PRIMARY KEY ("id", "ts")
) PARTITION BY RANGE ("ts");
CREATE INDEX "usage_event_ts_id_idx" ON "usage_event"("ts", "id");
CREATE INDEX "usage_event_user_id_ts_idx" ON "usage_event"("user_id", "ts");
CREATE INDEX "usage_event_model_id_ts_idx" ON "usage_event"("model_id", "ts");

-- The partition of a UTC day. Attached rather than created in place, so that nobody who writes other days waits.
CREATE FUNCTION ensure_usage_day(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  partition text := 'usage_event_' || to_char(day, 'YYYYMMDD');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('usage_event'), 1);
  IF to_regclass(partition) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE usage_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
    EXECUTE format('ALTER TABLE usage_event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, day::text || ' 00:00+00', (day + 1)::text || ' 00:00+00');
  END IF;
END $$;

-- How far the sums have come: all events up to this id are in them.
CREATE TABLE "usage_cursor" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "event_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "usage_cursor_pkey" PRIMARY KEY ("id")
);
INSERT INTO "usage_cursor" ("event_id", "at") VALUES (0, CURRENT_TIMESTAMP);

-- Sums of events by model and by user. grain: minute, hour, day, month; at: its start, UTC.
CREATE TABLE "usage_by_model" (
    "grain" TEXT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "model_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "events" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "completed" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "unpriced" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "generated_tokens" BIGINT NOT NULL,
    "cache_read_tokens" BIGINT NOT NULL,
    "cache_creation_tokens" BIGINT NOT NULL,
    "coins" BIGINT NOT NULL,
    "latency_events" BIGINT NOT NULL,
    "latency_ms_sum" BIGINT NOT NULL,
    "latency_ms_max" INTEGER,
    "batch_events" BIGINT NOT NULL,
    "batch_sum" BIGINT NOT NULL,
    "batch_max" INTEGER,
    "gpus_events" BIGINT NOT NULL,
    "gpus_sum" BIGINT NOT NULL,
    "gpus_max" INTEGER,
    "busy_events" BIGINT NOT NULL,
    "busy_pct_sum" BIGINT NOT NULL,
    "busy_pct_max" SMALLINT,
    CONSTRAINT "usage_by_model_pkey" PRIMARY KEY ("grain", "at", "model_id", "kind")
) PARTITION BY LIST ("grain");

CREATE TABLE "usage_by_user" (
    "grain" TEXT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "model_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "events" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "completed" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "generated_tokens" BIGINT NOT NULL,
    "cache_read_tokens" BIGINT NOT NULL,
    "cache_creation_tokens" BIGINT NOT NULL,
    "coins" BIGINT NOT NULL,
    CONSTRAINT "usage_by_user_pkey" PRIMARY KEY ("grain", "at", "user_id", "tenant_id", "model_id", "kind")
) PARTITION BY LIST ("grain");
-- Points of a user or a tenant are read by days and months; minutes and hours, which are most rows, do without.
CREATE INDEX "usage_by_user_user_idx" ON "usage_by_user"("user_id", "at") WHERE grain IN ('day', 'month');
CREATE INDEX "usage_by_user_tenant_idx" ON "usage_by_user"("tenant_id", "at") WHERE grain IN ('day', 'month');

-- How long calls took, by buckets that grow by a tenth: sums of them give percentiles.
CREATE TABLE "usage_latency" (
    "grain" TEXT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "model_id" INTEGER NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "events" BIGINT NOT NULL,
    CONSTRAINT "usage_latency_pkey" PRIMARY KEY ("grain", "at", "model_id", "bucket")
) PARTITION BY LIST ("grain");

CREATE TABLE "usage_by_model_minute" PARTITION OF "usage_by_model" FOR VALUES IN ('minute');
CREATE TABLE "usage_by_model_hour" PARTITION OF "usage_by_model" FOR VALUES IN ('hour');
CREATE TABLE "usage_by_model_day" PARTITION OF "usage_by_model" FOR VALUES IN ('day');
CREATE TABLE "usage_by_model_month" PARTITION OF "usage_by_model" FOR VALUES IN ('month');
CREATE TABLE "usage_by_user_minute" PARTITION OF "usage_by_user" FOR VALUES IN ('minute');
CREATE TABLE "usage_by_user_hour" PARTITION OF "usage_by_user" FOR VALUES IN ('hour');
CREATE TABLE "usage_by_user_day" PARTITION OF "usage_by_user" FOR VALUES IN ('day');
CREATE TABLE "usage_by_user_month" PARTITION OF "usage_by_user" FOR VALUES IN ('month');
CREATE TABLE "usage_latency_minute" PARTITION OF "usage_latency" FOR VALUES IN ('minute');
CREATE TABLE "usage_latency_hour" PARTITION OF "usage_latency" FOR VALUES IN ('hour');
CREATE TABLE "usage_latency_day" PARTITION OF "usage_latency" FOR VALUES IN ('day');
CREATE TABLE "usage_latency_month" PARTITION OF "usage_latency" FOR VALUES IN ('month');

-- Sums of the last so many points of a grain by user, to find the largest without adding them up: each point is added as
-- it grows and taken off as it leaves. The first of the points that are in them stands in usage_window.
CREATE TABLE "usage_window" (
    "span" TEXT NOT NULL,
    "grain" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(0) NOT NULL,
    CONSTRAINT "usage_window_pkey" PRIMARY KEY ("span")
);
INSERT INTO "usage_window" VALUES
  ('100m', 'minute', 100, '-infinity'), ('100h', 'hour', 100, '-infinity'), ('30d', 'day', 30, '-infinity'),
  ('60d', 'day', 60, '-infinity'), ('12mo', 'month', 12, '-infinity');
CREATE TABLE "usage_window_user" (
    "span" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "events" BIGINT NOT NULL,
    "calls" BIGINT NOT NULL,
    "coins" BIGINT NOT NULL,
    CONSTRAINT "usage_window_user_pkey" PRIMARY KEY ("span", "user_id")
);
CREATE INDEX "usage_window_user_span_calls_user_id_idx" ON "usage_window_user"("span", "calls" DESC, "user_id");
CREATE INDEX "usage_window_user_span_coins_user_id_idx" ON "usage_window_user"("span", "coins" DESC, "user_id");
ALTER TABLE "usage_window_user" ADD CONSTRAINT "usage_window_user_span_fkey" FOREIGN KEY ("span") REFERENCES "usage_window"("span") ON DELETE CASCADE ON UPDATE CASCADE;

-- Coins of events that are not in the ledger yet, and those of a month. Kept in the transaction that stores the events.
CREATE TABLE "coin_meter" (
    "tenant_id" INTEGER NOT NULL,
    "unposted" BIGINT NOT NULL,
    "month" DATE NOT NULL,
    "month_coins" BIGINT NOT NULL,
    CONSTRAINT "coin_meter_pkey" PRIMARY KEY ("tenant_id")
) WITH (fillfactor = 70);
ALTER TABLE "coin_meter" ADD CONSTRAINT "coin_meter_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a tenant means to spend in a month. Hard: no hold is given beyond it.
CREATE TABLE "coin_budget" (
    "tenant_id" INTEGER NOT NULL,
    "coins" BIGINT NOT NULL,
    "hard" BOOLEAN NOT NULL,
    "told_month" DATE,
    "told_percent" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "coin_budget_pkey" PRIMARY KEY ("tenant_id"),
    CONSTRAINT "coin_budget_coins" CHECK ("coins" > 0)
);
ALTER TABLE "coin_budget" ADD CONSTRAINT "coin_budget_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Coins set aside before a call, until its event comes or the time is over.
CREATE TABLE "usage_hold" (
    "id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "coins" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "spent" BIGINT,
    CONSTRAINT "usage_hold_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "usage_hold_coins" CHECK ("coins" > 0)
);
CREATE INDEX "usage_hold_expires_at_idx" ON "usage_hold"("expires_at");
CREATE INDEX "usage_hold_open_idx" ON "usage_hold"("tenant_id", "expires_at") WHERE "settled_at" IS NULL;
ALTER TABLE "usage_hold" ADD CONSTRAINT "usage_hold_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
