-- Beats of a tick that failed, for the metric.
ALTER TABLE "job_tick" ADD COLUMN "faults" BIGINT NOT NULL DEFAULT 0;
