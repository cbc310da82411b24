-- A source that sends 900 events a second has more in a month than an integer holds: merging its minutes failed, and that of all sources with it.
ALTER TABLE "usage_intake" ALTER COLUMN "requests" SET DATA TYPE BIGINT,
ALTER COLUMN "accepted" SET DATA TYPE BIGINT,
ALTER COLUMN "duplicates" SET DATA TYPE BIGINT,
ALTER COLUMN "rejected" SET DATA TYPE BIGINT;
