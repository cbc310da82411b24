-- A rehearsal: changes played on a period of the past, or on a file.
CREATE TABLE "rehearsal" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "made_by" INTEGER,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "input" JSONB NOT NULL,
    "file" BYTEA,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "place" INTEGER,
    "holder" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "result" JSONB,
    "hash" TEXT,
    "fault" TEXT,

    CONSTRAINT "rehearsal_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "rehearsal_state" CHECK ("state" IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
    -- Two run at a time: each has one of two places, until it ends.
    CONSTRAINT "rehearsal_place" CHECK ("place" IN (1, 2)),
    CONSTRAINT "rehearsal_running" CHECK (("state" = 'running') = ("place" IS NOT NULL AND "holder" IS NOT NULL AND "lease_until" IS NOT NULL)),
    CONSTRAINT "rehearsal_result" CHECK (("state" = 'done') = ("result" IS NOT NULL AND "hash" IS NOT NULL)),
    CONSTRAINT "rehearsal_ended" CHECK (("state" IN ('done', 'failed', 'cancelled')) = ("ended_at" IS NOT NULL))
);

CREATE UNIQUE INDEX "rehearsal_place_key" ON "rehearsal"("place");
CREATE INDEX "rehearsal_ended_at_idx" ON "rehearsal"("ended_at");
CREATE INDEX "rehearsal_waiting" ON "rehearsal"("id") WHERE "state" = 'waiting';
