-- Tasks that end by themselves: after a chosen time (S16), at a chosen spend, after chosen minutes of idle GPUs.
ALTER TABLE "task" ADD COLUMN "max_seconds" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "max_cents" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "end_told_at" TIMESTAMPTZ(3),
  ADD COLUMN "idle_minutes" INTEGER NOT NULL DEFAULT 60,
  ADD CONSTRAINT "task_max_seconds_sane" CHECK ("max_seconds" = 0 OR "max_seconds" BETWEEN 600 AND 2592000),
  ADD CONSTRAINT "task_max_cents_sane" CHECK ("max_cents" >= 0),
  ADD CONSTRAINT "task_idle_minutes_known" CHECK ("idle_minutes" IN (15, 30, 60));
