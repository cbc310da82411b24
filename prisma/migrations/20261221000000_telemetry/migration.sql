-- The fleet over time: minutes for 24 hours, hours for 30 days, days for 13 months, and the counters of errors.
CREATE TABLE "telemetry_minute" (
  "node_id" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(0) NOT NULL,
  "samples" INTEGER NOT NULL,
  "node" INTEGER[] NOT NULL,
  "gpus" SMALLINT[] NOT NULL,
  "errors" INTEGER[],
  CONSTRAINT "telemetry_minute_pkey" PRIMARY KEY ("node_id", "at")
);
CREATE INDEX "telemetry_minute_at_idx" ON "telemetry_minute"("at");
ALTER TABLE "telemetry_minute" ADD CONSTRAINT "telemetry_minute_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "telemetry_hour" (
  "node_id" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(0) NOT NULL,
  "samples" INTEGER NOT NULL,
  "node" INTEGER[] NOT NULL,
  "gpus" SMALLINT[] NOT NULL,
  "errors" INTEGER[],
  CONSTRAINT "telemetry_hour_pkey" PRIMARY KEY ("node_id", "at")
);
CREATE INDEX "telemetry_hour_at_idx" ON "telemetry_hour"("at");
ALTER TABLE "telemetry_hour" ADD CONSTRAINT "telemetry_hour_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "telemetry_day" (
  "node_id" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(0) NOT NULL,
  "samples" INTEGER NOT NULL,
  "node" INTEGER[] NOT NULL,
  "gpus" SMALLINT[] NOT NULL,
  "errors" INTEGER[],
  CONSTRAINT "telemetry_day_pkey" PRIMARY KEY ("node_id", "at")
);
CREATE INDEX "telemetry_day_at_idx" ON "telemetry_day"("at");
ALTER TABLE "telemetry_day" ADD CONSTRAINT "telemetry_day_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Few minutes have errors; the errors of a day are found without the others.
CREATE INDEX "telemetry_minute_errors_idx" ON "telemetry_minute"("at") WHERE "errors" IS NOT NULL;

CREATE TABLE "telemetry_counter" (
  "node_id" INTEGER NOT NULL,
  "counts" BIGINT[] NOT NULL,
  CONSTRAINT "telemetry_counter_pkey" PRIMARY KEY ("node_id")
);
ALTER TABLE "telemetry_counter" ADD CONSTRAINT "telemetry_counter_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
