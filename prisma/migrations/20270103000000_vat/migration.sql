-- VAT: who issues the documents, the rates by country, what was charged on each top-up, and the sums for the tax return.
CREATE TABLE "seller" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "name" TEXT NOT NULL DEFAULT '',
  "address" TEXT NOT NULL DEFAULT '',
  "country" TEXT NOT NULL DEFAULT '',
  "vat_number" TEXT NOT NULL DEFAULT '',
  "charges_vat" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "seller_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "seller_one" CHECK ("id" = 1),
  CONSTRAINT "seller_of_vat" CHECK (NOT "charges_vat" OR ("name" <> '' AND "address" <> '' AND "country" <> '' AND "vat_number" <> ''))
);
INSERT INTO "seller" DEFAULT VALUES;

CREATE TABLE "vat_rate" (
  "country" TEXT NOT NULL,
  "from_day" DATE NOT NULL,
  "rate_bp" INTEGER NOT NULL,
  "set_by_id" INTEGER NOT NULL,
  "set_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "vat_rate_pkey" PRIMARY KEY ("country", "from_day"),
  CONSTRAINT "vat_rate_range" CHECK ("rate_bp" BETWEEN 0 AND 5000)
);
ALTER TABLE "vat_rate" ADD CONSTRAINT "vat_rate_set_by_id_fkey" FOREIGN KEY ("set_by_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The VAT number that an admin has checked. Another number or country in the settings is not checked.
CREATE TABLE "vat_check" (
  "tenant_id" INTEGER NOT NULL,
  "tax" TEXT NOT NULL,
  "country" TEXT NOT NULL,
  "checked_by_id" INTEGER NOT NULL,
  "checked_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "vat_check_pkey" PRIMARY KEY ("tenant_id")
);
ALTER TABLE "vat_check" ADD CONSTRAINT "vat_check_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "vat_check" ADD CONSTRAINT "vat_check_checked_by_id_fkey" FOREIGN KEY ("checked_by_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was charged on top of `cents`; without a reason, VAT was off.
ALTER TABLE "top_up"
  ADD COLUMN "vat_cents" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "vat_rate_bp" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "vat_country" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "vat_reason" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "seller" JSONB,
  ADD CONSTRAINT "top_up_vat" CHECK ("vat_cents" >= 0 AND ("vat_cents" = 0 OR "vat_reason" <> ''));
ALTER TABLE "payment_refund" ADD COLUMN "vat_cents" BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT "payment_refund_vat" CHECK ("vat_cents" BETWEEN 0 AND "cents");
ALTER TABLE "payment_dispute" ADD COLUMN "vat_cents" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "card_refund" ADD COLUMN "vat_cents" BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT "card_refund_vat" CHECK ("vat_cents" BETWEEN 0 AND "cents");

-- One row for each document that counts for the tax return: a payment, and below 0 what was given back of it.
CREATE TABLE "vat_line" (
  "id" BIGSERIAL NOT NULL,
  "key" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "tenant_id" INTEGER NOT NULL,
  "document" TEXT NOT NULL,
  "country" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "rate_bp" INTEGER NOT NULL,
  "net_cents" BIGINT NOT NULL,
  "vat_cents" BIGINT NOT NULL,
  CONSTRAINT "vat_line_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "vat_line_reason" CHECK ("reason" IN ('domestic', 'destination', 'reverse_charge', 'outside'))
);
CREATE UNIQUE INDEX "vat_line_key_key" ON "vat_line"("key");
CREATE INDEX "vat_line_at_id_idx" ON "vat_line"("at", "id");
CREATE INDEX "vat_line_tenant_id_idx" ON "vat_line"("tenant_id");
ALTER TABLE "vat_line" ADD CONSTRAINT "vat_line_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The lines summed by day (UTC), kept with each line.
CREATE TABLE "vat_day" (
  "day" DATE NOT NULL,
  "country" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "rate_bp" INTEGER NOT NULL,
  "net_cents" BIGINT NOT NULL,
  "vat_cents" BIGINT NOT NULL,
  "lines" INTEGER NOT NULL,
  CONSTRAINT "vat_day_pkey" PRIMARY KEY ("day", "country", "reason", "rate_bp")
);
