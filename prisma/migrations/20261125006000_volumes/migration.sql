-- Named storage of a tenant in a cluster, which outlives its tasks; what each of it was charged; and what tasks have of it.
CREATE TABLE "volume" (
    "volume_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" INTEGER NOT NULL,
    "created_by_id" INTEGER,
    "name" TEXT NOT NULL,
    "cluster_name" TEXT NOT NULL,
    "gb" INTEGER NOT NULL,
    "gb_month_cents" INTEGER NOT NULL,
    "reach" TEXT NOT NULL,
    "node_id" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'kept',
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "state_at" TIMESTAMPTZ(3) NOT NULL,
    "charged_to" TIMESTAMPTZ(0) NOT NULL,
    "charged_weight" BIGINT NOT NULL DEFAULT 0,
    "warned_days" INTEGER,
    "warned_at" TIMESTAMPTZ(3),

    CONSTRAINT "volume_pkey" PRIMARY KEY ("volume_id"),
    CONSTRAINT "volume_state_known" CHECK ("state" IN ('kept', 'unpaid', 'deleting', 'deleted')),
    CONSTRAINT "volume_reach_known" CHECK ("reach" IN ('shared', 'local')),
    CONSTRAINT "volume_shared_on_no_node" CHECK ("reach" = 'local' OR "node_id" IS NULL),
    CONSTRAINT "volume_gb_above_zero" CHECK ("gb" > 0),
    CONSTRAINT "volume_price_not_below_zero" CHECK ("gb_month_cents" >= 0),
    CONSTRAINT "volume_weight_not_below_zero" CHECK ("charged_weight" >= 0),
    CONSTRAINT "volume_warned_when_unpaid" CHECK (("state" = 'unpaid') = ("warned_days" IS NOT NULL)),
    CONSTRAINT "volume_warned_at_with_days" CHECK (("warned_days" IS NULL) = ("warned_at" IS NULL))
);
CREATE UNIQUE INDEX "volume_name_of_tenant" ON "volume" ("tenant_id", "name") WHERE "state" <> 'deleted';
CREATE INDEX "volume_tenant_id_idx" ON "volume" ("tenant_id");
CREATE INDEX "volume_node_id_idx" ON "volume" ("node_id");
CREATE INDEX "volume_state_open" ON "volume" ("state", "cluster_name") WHERE "state" <> 'deleted';

ALTER TABLE "volume" ADD CONSTRAINT "volume_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "volume" ADD CONSTRAINT "volume_cluster_name_fkey"
  FOREIGN KEY ("cluster_name") REFERENCES "cluster"("name") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "volume" ADD CONSTRAINT "volume_node_id_fkey"
  FOREIGN KEY ("node_id") REFERENCES "node"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "volume_charge" (
    "volume_id" UUID NOT NULL,
    "from_ts" TIMESTAMPTZ(0) NOT NULL,
    "to_ts" TIMESTAMPTZ(0) NOT NULL,
    "gb" INTEGER NOT NULL,
    "gb_month_cents" INTEGER NOT NULL,
    "units" BIGINT NOT NULL,
    "transaction_id" BIGINT,

    CONSTRAINT "volume_charge_pkey" PRIMARY KEY ("volume_id", "from_ts"),
    CONSTRAINT "volume_charge_forward" CHECK ("to_ts" > "from_ts"),
    CONSTRAINT "volume_charge_posted" CHECK (("units" = 0) = ("transaction_id" IS NULL))
);
CREATE INDEX "volume_charge_transaction_id_idx" ON "volume_charge" ("transaction_id");
ALTER TABLE "volume_charge" ADD CONSTRAINT "volume_charge_volume_id_fkey"
  FOREIGN KEY ("volume_id") REFERENCES "volume"("volume_id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "task_volume" (
    "resv_guid" UUID NOT NULL,
    "volume_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "read_only" BOOLEAN NOT NULL,

    CONSTRAINT "task_volume_pkey" PRIMARY KEY ("resv_guid", "volume_id")
);
CREATE INDEX "task_volume_volume_id_idx" ON "task_volume" ("volume_id");
CREATE UNIQUE INDEX "task_volume_resv_guid_path_key" ON "task_volume" ("resv_guid", "path");
ALTER TABLE "task_volume" ADD CONSTRAINT "task_volume_resv_guid_fkey"
  FOREIGN KEY ("resv_guid") REFERENCES "task"("resv_guid") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "task_volume" ADD CONSTRAINT "task_volume_volume_id_fkey"
  FOREIGN KEY ("volume_id") REFERENCES "volume"("volume_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a node's agent says of itself: how it runs tasks, and whose the folder is in which it keeps volumes.
ALTER TABLE "node" ADD COLUMN "runtime" TEXT NOT NULL DEFAULT 'process',
  ADD COLUMN "volume_reach" TEXT,
  ADD COLUMN "volume_gb" INTEGER;
