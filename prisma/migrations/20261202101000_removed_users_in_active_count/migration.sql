-- Users of a day who were removed since are a column of its counts. In a row of their own, so that a removal, which has many days,
-- never waits for those who count.
ALTER TABLE "active_count" ADD COLUMN "gone" INTEGER NOT NULL DEFAULT 0;

INSERT INTO active_count (day, shard, active, last_seen, gone) SELECT day, 8, 0, 0, users FROM active_gone
ON CONFLICT (day, shard) DO UPDATE SET gone = excluded.gone;

CREATE OR REPLACE FUNCTION active_day_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO active_count AS c (day, shard, active, last_seen, gone)
  SELECT day, 8, 0, 0, count(*) FROM removed GROUP BY day ORDER BY day
  ON CONFLICT (day, shard) DO UPDATE SET gone = c.gone + excluded.gone;
  RETURN NULL;
END $$;

DROP TABLE "active_gone";
