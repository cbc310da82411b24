-- The machines of engines as they last said, and tests of settings before they are stored.
CREATE TABLE "engine_node" (
  "engine_id" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "gpu_type" TEXT,
  "gpus" INTEGER NOT NULL,
  "gpus_in_use" INTEGER NOT NULL,
  "gpus_ours" INTEGER NOT NULL,
  "takes_jobs" BOOLEAN NOT NULL,
  "why" TEXT NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "engine_node_pkey" PRIMARY KEY ("engine_id", "name")
);
ALTER TABLE "engine_node" ADD CONSTRAINT "engine_node_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engine"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "engine_test" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  "kind" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "settings" JSONB NOT NULL,
  "credentials" TEXT,
  "lines" JSONB,
  "asked_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "engine_test_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "engine" ADD COLUMN "credentials_until" TIMESTAMPTZ(3);
ALTER TABLE "engine" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "engine" DROP CONSTRAINT "engine_state";
ALTER TABLE "engine" ADD CONSTRAINT "engine_state" CHECK ("state" IN ('ok', 'unreachable', 'unusable'));
