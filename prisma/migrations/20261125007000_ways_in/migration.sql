-- Ways into a task besides SSH: to which worker the agent of a node holds the connection that carries them, which ports of
-- a task are open under which name, and who opened a terminal when.
CREATE TABLE "agent_link" (
    "node_id" INTEGER NOT NULL,
    "link_id" UUID NOT NULL,
    "worker_url" TEXT NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_link_pkey" PRIMARY KEY ("node_id")
);

CREATE TABLE "task_door" (
    "resv_guid" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "task_door_pkey" PRIMARY KEY ("resv_guid")
);

CREATE UNIQUE INDEX "task_door_label_key" ON "task_door"("label");

CREATE TABLE "task_port" (
    "resv_guid" UUID NOT NULL,
    "port" INTEGER NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_port_pkey" PRIMARY KEY ("resv_guid", "port"),
    CONSTRAINT "task_port_is_a_port" CHECK ("port" BETWEEN 1 AND 65535)
);

-- Who did what the event says, where a person of the tenant did.
ALTER TABLE "task_event" ADD COLUMN "user_id" INTEGER;

ALTER TABLE "agent_link" ADD CONSTRAINT "agent_link_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "task_door" ADD CONSTRAINT "task_door_resv_guid_fkey"
  FOREIGN KEY ("resv_guid") REFERENCES "task"("resv_guid") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "task_port" ADD CONSTRAINT "task_port_resv_guid_fkey"
  FOREIGN KEY ("resv_guid") REFERENCES "task_door"("resv_guid") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "task_event" ADD CONSTRAINT "task_event_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
