-- Schedulers of others that back a cluster, the places that they are asked for, and the pilots that run in them.
CREATE TABLE "engine" (
  "id" SERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "settings" JSONB NOT NULL DEFAULT '{}',
  "state" TEXT NOT NULL DEFAULT 'ok',
  "state_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "why" TEXT NOT NULL DEFAULT '',
  CONSTRAINT "engine_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "engine"
  ADD CONSTRAINT "engine_kind" CHECK ("kind" IN ('slurm', 'kubernetes', 'fake')),
  ADD CONSTRAINT "engine_state" CHECK ("state" IN ('ok', 'unreachable', 'refused', 'unusable'));

ALTER TABLE "cluster" ADD COLUMN "engine_id" INTEGER;
CREATE UNIQUE INDEX "cluster_engine_id_key" ON "cluster"("engine_id");
ALTER TABLE "cluster" ADD CONSTRAINT "cluster_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "engine_place" (
  "name" TEXT NOT NULL,
  "resv_guid" UUID NOT NULL,
  "attempt" INTEGER NOT NULL,
  "engine_id" INTEGER NOT NULL,
  "token_hash" TEXT,
  "state" TEXT NOT NULL DEFAULT 'wanted',
  "reason_kind" TEXT NOT NULL DEFAULT '',
  "reason_word" TEXT NOT NULL DEFAULT '',
  "external_id" TEXT,
  "submitted_ts" BIGINT,
  "wanted_at" TIMESTAMPTZ(3) NOT NULL,
  "submitted_at" TIMESTAMPTZ(3),
  "placed_at" TIMESTAMPTZ(3),
  "started_at" TIMESTAMPTZ(3),
  "ended_at" TIMESTAMPTZ(3),
  "end" TEXT,
  "ended_by" TEXT,
  CONSTRAINT "engine_place_pkey" PRIMARY KEY ("name")
);
CREATE UNIQUE INDEX "engine_place_token_hash_key" ON "engine_place"("token_hash");
CREATE UNIQUE INDEX "engine_place_resv_guid_attempt_key" ON "engine_place"("resv_guid", "attempt");
CREATE INDEX "engine_place_engine_id_idx" ON "engine_place"("engine_id");
ALTER TABLE "engine_place" ADD CONSTRAINT "engine_place_resv_guid_fkey" FOREIGN KEY ("resv_guid") REFERENCES "task"("resv_guid") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "engine_place" ADD CONSTRAINT "engine_place_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "engine_place"
  ADD CONSTRAINT "engine_place_state" CHECK ("state" IN ('wanted', 'submitting', 'waiting', 'running', 'unwanted', 'ended')),
  ADD CONSTRAINT "engine_place_ended" CHECK (("state" = 'ended') = ("ended_at" IS NOT NULL));
-- Each run of the clock looks at those that are open.
CREATE INDEX engine_place_open ON engine_place (resv_guid) WHERE state <> 'ended';

ALTER TABLE "node" ADD COLUMN "pilot_of" TEXT;
ALTER TABLE "node" ADD COLUMN "pilot_rank" INTEGER;
ALTER TABLE "node" ADD COLUMN "host" TEXT;
ALTER TABLE "node" ADD COLUMN "host_gpus" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
CREATE UNIQUE INDEX "node_pilot_of_pilot_rank_key" ON "node"("pilot_of", "pilot_rank");
ALTER TABLE "node" ADD CONSTRAINT "node_pilot_of_fkey" FOREIGN KEY ("pilot_of") REFERENCES "engine_place"("name") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "node" ADD CONSTRAINT "node_pilot_has_rank" CHECK (("pilot_of" IS NULL) = ("pilot_rank" IS NULL));
-- Every task of an engine leaves a retired node, so those that are there are found without the others.
CREATE INDEX node_present ON node (cluster_name, gpu_type) WHERE retired_at IS NULL;
CREATE INDEX node_former ON node (split_part(node_name, '~', 1)) WHERE retired_at IS NOT NULL;
