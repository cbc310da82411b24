-- How many users had events of a kind on a day, so that no screen counts the users of thirty days. Kept by the statement that
-- adds to the sums: a user counts with the first row of that day and kind.
CREATE TABLE "usage_day_users" (
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "users" INTEGER NOT NULL,

    CONSTRAINT "usage_day_users_pkey" PRIMARY KEY ("day", "kind")
);

INSERT INTO usage_day_users (day, kind, users)
SELECT (at AT TIME ZONE 'UTC')::date, kind, count(DISTINCT user_id) FROM usage_by_user WHERE grain = 'day' GROUP BY 1, 2;

CREATE FUNCTION usage_day_users_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH fresh AS (
    SELECT at, kind, user_id, count(*) AS rows FROM inserted WHERE grain = 'day' GROUP BY 1, 2, 3
  )
  INSERT INTO usage_day_users AS kept (day, kind, users)
  SELECT (at AT TIME ZONE 'UTC')::date, kind, count(*) FROM fresh
  WHERE rows = (SELECT count(*) FROM usage_by_user u
    WHERE u.grain = 'day' AND u.at = fresh.at AND u.user_id = fresh.user_id AND u.kind = fresh.kind)
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, kind) DO UPDATE SET users = kept.users + excluded.users;
  RETURN NULL;
END $$;

CREATE TRIGGER "usage_by_user_day_users" AFTER INSERT ON "usage_by_user" REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION usage_day_users_count();
