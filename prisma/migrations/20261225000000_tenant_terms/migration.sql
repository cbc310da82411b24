-- A customer's own terms: discounts from a date, and a quota of GPUs.
CREATE TABLE "tenant_discount" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "gpu_type" TEXT NOT NULL DEFAULT '',
    "percent" INTEGER NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_discount_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tenant_discount_percent" CHECK ("percent" BETWEEN 0 AND 99)
);

CREATE UNIQUE INDEX "tenant_discount_tenant_id_gpu_type_from_at_key" ON "tenant_discount"("tenant_id", "gpu_type", "from_at");

ALTER TABLE "tenant_discount" ADD CONSTRAINT "tenant_discount_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tenant_discount" ADD CONSTRAINT "tenant_discount_created_by_fkey"
  FOREIGN KEY ("created_by") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "gpu_quota" (
    "tenant_id" INTEGER NOT NULL,
    "gpu_type" TEXT NOT NULL DEFAULT '',
    "gpus" INTEGER NOT NULL,

    CONSTRAINT "gpu_quota_pkey" PRIMARY KEY ("tenant_id", "gpu_type"),
    CONSTRAINT "gpu_quota_gpus" CHECK ("gpus" BETWEEN 0 AND 100000)
);

ALTER TABLE "gpu_quota" ADD CONSTRAINT "gpu_quota_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
