-- What a container begins with: templates of the house and of tenants; and what a task was started with, which stays as it was.
CREATE TABLE "template" (
    "template_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" INTEGER,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "line" TEXT NOT NULL DEFAULT '',
    "image_ref" TEXT NOT NULL,
    "image_digest" TEXT NOT NULL DEFAULT '',
    "start_command" TEXT NOT NULL DEFAULT '',
    "environment" TEXT NOT NULL DEFAULT '',
    "http_ports" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "volume_path" TEXT NOT NULL DEFAULT '',
    "gpus" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "template_pkey" PRIMARY KEY ("template_id")
);
CREATE UNIQUE INDEX "template_name_of_tenant" ON "template" ((coalesce("tenant_id", 0)), "name") WHERE "deleted_at" IS NULL;
CREATE INDEX "template_tenant_id_idx" ON "template" ("tenant_id");
ALTER TABLE "template" ADD CONSTRAINT "template_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "task" ADD COLUMN "template_name" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "needs_container" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "image_ref" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "image_digest" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "start_command" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "environment" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "http_ports" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];
