-- Times in which nodes took tasks: a rehearsal replays the past on the fleet that there was (decision 0604).
CREATE TABLE "node_service" (
    "node_id" INTEGER NOT NULL,
    "from_ts" TIMESTAMPTZ(3) NOT NULL,
    "to_ts" TIMESTAMPTZ(3),
    "ibs_active" INTEGER NOT NULL,
    "ended_as" TEXT,
    CONSTRAINT "node_service_pkey" PRIMARY KEY ("node_id","from_ts")
);
CREATE UNIQUE INDEX "node_service_open_idx" ON "node_service" ("node_id") WHERE "to_ts" IS NULL;
ALTER TABLE "node_service" ADD CONSTRAINT "node_service_node_id_fkey"
    FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A rehearsal reads the tasks of a period, page by page.
CREATE INDEX "task_accepted_at_resv_guid_idx" ON "task" ("accepted_at", "resv_guid");
