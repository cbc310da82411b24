-- The distinct users of the 7 and 30 days up to a day stand in the row of that day that nobody counts in.
ALTER TABLE "active_count" ADD COLUMN "weekly" INTEGER, ADD COLUMN "monthly" INTEGER;

INSERT INTO active_count (day, shard, active, last_seen, weekly, monthly) SELECT day, 8, 0, 0, weekly, monthly FROM active_past
ON CONFLICT (day, shard) DO UPDATE SET weekly = excluded.weekly, monthly = excluded.monthly;

DROP TABLE "active_past";
