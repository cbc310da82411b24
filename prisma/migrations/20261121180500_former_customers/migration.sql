-- Customers at the provider that were deleted there, and whose tenants are others since: what they paid stays theirs.
CREATE TABLE "former_customer" (
    "customer_id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_customer_pkey" PRIMARY KEY ("customer_id")
);

CREATE INDEX "former_customer_tenant_id_idx" ON "former_customer"("tenant_id");

ALTER TABLE "former_customer" ADD CONSTRAINT "former_customer_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
