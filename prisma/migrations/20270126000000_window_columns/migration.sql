-- A user had a row for each window, five of them, and each roll-up wrote them all. Now a user has one row (decision 0600).
CREATE TEMP TABLE old_windows ON COMMIT DROP AS SELECT * FROM usage_window_user;
DROP TABLE "usage_window_user";
CREATE TABLE "usage_window_user" (
    "user_id" INTEGER NOT NULL,
    "events_100m" BIGINT NOT NULL,
    "calls_100m" BIGINT NOT NULL,
    "coins_100m" BIGINT NOT NULL,
    "events_100h" BIGINT NOT NULL,
    "calls_100h" BIGINT NOT NULL,
    "coins_100h" BIGINT NOT NULL,
    "events_30d" BIGINT NOT NULL,
    "calls_30d" BIGINT NOT NULL,
    "coins_30d" BIGINT NOT NULL,
    "events_60d" BIGINT NOT NULL,
    "calls_60d" BIGINT NOT NULL,
    "coins_60d" BIGINT NOT NULL,
    "events_12mo" BIGINT NOT NULL,
    "calls_12mo" BIGINT NOT NULL,
    "coins_12mo" BIGINT NOT NULL,
    CONSTRAINT "usage_window_user_pkey" PRIMARY KEY ("user_id")
) WITH (fillfactor = 50);
INSERT INTO usage_window_user
SELECT user_id,
  coalesce(sum(events) FILTER (WHERE span = '100m'), 0), coalesce(sum(calls) FILTER (WHERE span = '100m'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '100m'), 0),
  coalesce(sum(events) FILTER (WHERE span = '100h'), 0), coalesce(sum(calls) FILTER (WHERE span = '100h'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '100h'), 0),
  coalesce(sum(events) FILTER (WHERE span = '30d'), 0), coalesce(sum(calls) FILTER (WHERE span = '30d'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '30d'), 0),
  coalesce(sum(events) FILTER (WHERE span = '60d'), 0), coalesce(sum(calls) FILTER (WHERE span = '60d'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '60d'), 0),
  coalesce(sum(events) FILTER (WHERE span = '12mo'), 0), coalesce(sum(calls) FILTER (WHERE span = '12mo'), 0),
  coalesce(sum(coins) FILTER (WHERE span = '12mo'), 0)
FROM old_windows GROUP BY user_id;
