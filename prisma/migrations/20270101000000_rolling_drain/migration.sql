-- A drain of many nodes, a few at a time, until a date.
CREATE TABLE "rolling_drain" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "empty_by" TIMESTAMPTZ(3) NOT NULL,
    "at_once" INTEGER NOT NULL,
    "stay_minutes" INTEGER,
    "upgrade" BOOLEAN NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "made_by" INTEGER,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "ended_at" TIMESTAMPTZ(3),
    "forecast" JSONB,

    CONSTRAINT "rolling_drain_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "rolling_drain_state" CHECK ("state" IN ('running', 'paused', 'done', 'cancelled')),
    CONSTRAINT "rolling_drain_at_once" CHECK ("at_once" > 0)
);

CREATE TABLE "rolling_drain_node" (
    "drain_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "turn_at" TIMESTAMPTZ(3),
    "empty_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "rolling_drain_node_pkey" PRIMARY KEY ("drain_id", "node_id"),
    CONSTRAINT "rolling_drain_node_state" CHECK ("state" IN ('waiting', 'draining', 'out', 'done', 'left'))
);

CREATE INDEX "rolling_drain_ended_at_id_idx" ON "rolling_drain"("ended_at", "id");
-- A node is in one open plan.
CREATE UNIQUE INDEX "rolling_drain_node_open" ON "rolling_drain_node"("node_id")
  WHERE "state" IN ('waiting', 'draining', 'out');

ALTER TABLE "rolling_drain_node" ADD CONSTRAINT "rolling_drain_node_drain_id_fkey"
  FOREIGN KEY ("drain_id") REFERENCES "rolling_drain"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "rolling_drain_node" ADD CONSTRAINT "rolling_drain_node_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
