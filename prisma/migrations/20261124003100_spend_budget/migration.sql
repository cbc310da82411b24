-- What a tenant means to spend on tasks in a month, at which shares of it the tenant is told, and below which balance.
CREATE TABLE "spend_budget" (
    "tenant_id" INTEGER NOT NULL,
    "cents" BIGINT,
    "told_at" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "told_month" DATE,
    "told_percent" INTEGER NOT NULL DEFAULT 0,
    "below_cents" BIGINT,
    "told_below" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "spend_budget_pkey" PRIMARY KEY ("tenant_id"),
    CONSTRAINT "spend_budget_above_zero" CHECK ("cents" > 0),
    CONSTRAINT "spend_budget_below_above_zero" CHECK ("below_cents" > 0)
);

ALTER TABLE "spend_budget" ADD CONSTRAINT "spend_budget_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
