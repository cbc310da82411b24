-- Words by which staff group customers.
CREATE TABLE "tenant_tag" (
    "tenant_id" INTEGER NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "tenant_tag_pkey" PRIMARY KEY ("tenant_id", "tag")
);

CREATE INDEX "tenant_tag_tag_tenant_id_idx" ON "tenant_tag"("tag", "tenant_id");

ALTER TABLE "tenant_tag" ADD CONSTRAINT "tenant_tag_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
