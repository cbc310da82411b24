-- The queue's own crontab goes by the clock of a worker's machine: one that was an hour ahead held all jobs back for an hour.
CREATE TABLE "job_start" (
  "identifier" TEXT NOT NULL,
  "minute" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "job_start_pkey" PRIMARY KEY ("identifier")
);
