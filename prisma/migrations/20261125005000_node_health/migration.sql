-- How steadily a node is heard, whether it awaits a self-test, and which chores its agent can do.
ALTER TABLE "node"
  ADD COLUMN "contact" TEXT NOT NULL DEFAULT 'steady',
  ADD COLUMN "late_at" TIMESTAMPTZ(3),
  ADD COLUMN "back_at" TIMESTAMPTZ(3),
  ADD COLUMN "flap_score" DOUBLE PRECISION NOT NULL DEFAULT 0,
  ADD COLUMN "flap_at" TIMESTAMPTZ(3),
  ADD COLUMN "flapping" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "awaits_test" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "chores_able" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD CONSTRAINT "node_contact" CHECK ("contact" IN ('steady', 'late', 'suspect'));

-- What is wrong with a node or one of its GPUs, as its agent or the control plane saw it. Open until cleared_at.
CREATE TABLE "node_finding" (
    "id" SERIAL NOT NULL,
    "node_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "gpu" TEXT NOT NULL DEFAULT '',
    "gpu_id" INTEGER,
    "severity" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    -- The last time by the agent's own clock, which names what was cleared; null: the control plane saw it itself.
    "agent_ts" BIGINT,
    "cleared_at" TIMESTAMPTZ(3),
    "cleared_by" INTEGER,

    CONSTRAINT "node_finding_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "node_finding_severity" CHECK ("severity" IN ('info', 'warning', 'critical')),
    CONSTRAINT "node_finding_count" CHECK ("count" > 0)
);

CREATE UNIQUE INDEX "node_finding_open" ON "node_finding"("node_id", "name", "gpu") WHERE "cleared_at" IS NULL;
CREATE INDEX "node_finding_node_id_cleared_at_idx" ON "node_finding"("node_id", "cleared_at");
ALTER TABLE "node_finding" ADD CONSTRAINT "node_finding_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- So many nodes of a cluster fell silent at once that the network between us is at fault.
CREATE TABLE "fleet_silence" (
    "id" SERIAL NOT NULL,
    "cluster_name" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "silent" INTEGER NOT NULL,
    "of_nodes" INTEGER NOT NULL,
    "back_at" TIMESTAMPTZ(3),
    "given_up_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "fleet_silence_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "fleet_silence_open" ON "fleet_silence"("cluster_name") WHERE "ended_at" IS NULL;
ALTER TABLE "fleet_silence" ADD CONSTRAINT "fleet_silence_cluster_name_fkey"
  FOREIGN KEY ("cluster_name") REFERENCES "cluster"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A command of the operator's that a node runs once while nothing runs on it.
CREATE TABLE "node_chore" (
    "id" SERIAL NOT NULL,
    "node_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "why" TEXT NOT NULL,
    "asked_by" INTEGER,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'wanted',
    "exit_code" INTEGER,
    "output" TEXT NOT NULL DEFAULT '',
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "node_chore_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "node_chore_kind" CHECK ("kind" IN ('maintenance', 'self-test')),
    CONSTRAINT "node_chore_state" CHECK ("state" IN ('wanted', 'running', 'passed', 'failed', 'dropped'))
);

CREATE UNIQUE INDEX "node_chore_open" ON "node_chore"("node_id", "kind") WHERE "state" IN ('wanted', 'running');
CREATE INDEX "node_chore_node_id_id_idx" ON "node_chore"("node_id", "id");
ALTER TABLE "node_chore" ADD CONSTRAINT "node_chore_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Maintenance of a node planned from one time to another.
CREATE TABLE "maintenance_window" (
    "id" SERIAL NOT NULL,
    "node_id" INTEGER NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "upgrade" BOOLEAN NOT NULL,
    "auto_return" BOOLEAN NOT NULL,
    "made_by" INTEGER,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'planned',
    "began_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "maintenance_window_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "maintenance_window_order" CHECK ("from_at" < "to_at"),
    CONSTRAINT "maintenance_window_state" CHECK ("state" IN ('planned', 'open', 'done', 'withdrawn'))
);

CREATE UNIQUE INDEX "maintenance_window_open" ON "maintenance_window"("node_id") WHERE "state" IN ('planned', 'open');
CREATE INDEX "maintenance_window_node_id_id_idx" ON "maintenance_window"("node_id", "id");
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
