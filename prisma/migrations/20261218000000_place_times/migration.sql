-- What accounting of an engine says about places that ended, compared with what was charged; and how the last look at it went.
CREATE TABLE "place_time" (
  "name" TEXT NOT NULL,
  "engine_id" INTEGER NOT NULL,
  "charged_s" INTEGER NOT NULL,
  "elapsed_s" INTEGER,
  "verdict" TEXT NOT NULL,
  "refunded_units" BIGINT NOT NULL DEFAULT 0,
  "checked_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "place_time_pkey" PRIMARY KEY ("name")
);
CREATE INDEX "place_time_engine_id_checked_at_idx" ON "place_time"("engine_id", "checked_at");
ALTER TABLE "place_time" ADD CONSTRAINT "place_time_name_fkey" FOREIGN KEY ("name") REFERENCES "engine_place"("name") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "place_time" ADD CONSTRAINT "place_time_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engine"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "place_time" ADD CONSTRAINT "place_time_verdict" CHECK ("verdict" IN ('well', 'over', 'idle', 'runaway', 'mended', 'unknown'));

ALTER TABLE "engine" ADD COLUMN "times_checked_at" TIMESTAMPTZ(3);
ALTER TABLE "engine" ADD COLUMN "times_why" TEXT NOT NULL DEFAULT '';
-- Each night looks at the places that ended lately.
CREATE INDEX engine_place_ended ON engine_place (engine_id, ended_at) WHERE state = 'ended';
