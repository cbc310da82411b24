-- Rows of sums are written again and again while their time lasts: with room in their pages a new version needs no new
-- entries in the indexes.
ALTER TABLE "usage_by_model_minute" SET (fillfactor = 70);
ALTER TABLE "usage_by_model_hour" SET (fillfactor = 70);
ALTER TABLE "usage_by_model_day" SET (fillfactor = 70);
ALTER TABLE "usage_by_model_month" SET (fillfactor = 70);
ALTER TABLE "usage_by_user_minute" SET (fillfactor = 80);
ALTER TABLE "usage_by_user_hour" SET (fillfactor = 70);
ALTER TABLE "usage_by_user_day" SET (fillfactor = 60);
ALTER TABLE "usage_by_user_month" SET (fillfactor = 60);
ALTER TABLE "usage_latency_minute" SET (fillfactor = 80);
ALTER TABLE "usage_latency_hour" SET (fillfactor = 70);
ALTER TABLE "usage_latency_day" SET (fillfactor = 70);
ALTER TABLE "usage_latency_month" SET (fillfactor = 70);
ALTER TABLE "usage_window_user" SET (fillfactor = 60);

-- With an index on what changes at each writing there are no such versions. Who looks for the largest sorts the rows of one
-- window, some ten thousands.
DROP INDEX "usage_window_user_span_calls_user_id_idx";
DROP INDEX "usage_window_user_span_coins_user_id_idx";
