-- Nodes that are taken out of service by a date: their tenants are told of it. One plan for each node; another date is
-- another plan, of which they are told again.
CREATE TABLE "drain_plan" (
    "id" SERIAL NOT NULL,
    "node_id" INTEGER NOT NULL,
    "empty_by" TIMESTAMPTZ(3) NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "drain_plan_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "drain_plan_node_id_key" ON "drain_plan"("node_id");

ALTER TABLE "drain_plan" ADD CONSTRAINT "drain_plan_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
