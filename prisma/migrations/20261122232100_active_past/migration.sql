-- Distinct users of the 7 and 30 days up to a day that is over: they cannot be read from sums of days (decision 0179). A job
-- of the night writes them, and at first those of all days.
CREATE TABLE "active_past" (
    "day" DATE NOT NULL,
    "weekly" INTEGER NOT NULL,
    "monthly" INTEGER NOT NULL,

    CONSTRAINT "active_past_pkey" PRIMARY KEY ("day")
);

-- Rows come day after day, so a small index of ranges finds those of the last weeks.
CREATE INDEX "active_day_day_idx" ON "active_day" USING BRIN ("day");
