-- The newest forecast, and the one that is being made: one for each hour.
CREATE TABLE "forecast" (
    "hour" INTEGER NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "holder" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "result" JSONB,
    "fault" TEXT,

    CONSTRAINT "forecast_pkey" PRIMARY KEY ("hour"),
    CONSTRAINT "forecast_running" CHECK (("holder" IS NULL) = ("lease_until" IS NULL)),
    CONSTRAINT "forecast_ended" CHECK ("holder" IS NULL OR ("result" IS NULL AND "fault" IS NULL))
);
CREATE UNIQUE INDEX "forecast_holder_key" ON "forecast"("holder");

-- When a queued task is likely to start. The first estimate is judged by what happened, the newest is shown.
CREATE TABLE "start_estimate" (
    "resv_guid" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "newest_from" TIMESTAMPTZ(3),
    "newest_until" TIMESTAMPTZ(3),
    "judged_at" TIMESTAMPTZ(3),
    "hit" BOOLEAN,

    CONSTRAINT "start_estimate_pkey" PRIMARY KEY ("resv_guid"),
    CONSTRAINT "start_estimate_judged" CHECK ("hit" IS NULL OR "judged_at" IS NOT NULL)
);
ALTER TABLE "start_estimate" ADD CONSTRAINT "start_estimate_resv_guid_fkey"
    FOREIGN KEY ("resv_guid") REFERENCES "task"("resv_guid") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "start_estimate_open" ON "start_estimate"("made_at") WHERE "judged_at" IS NULL;
CREATE INDEX "start_estimate_judged_at_idx" ON "start_estimate"("judged_at");
