-- VAT of the subscription's fee; invoices by bank transfer: who may have them and on which terms, the invoices, and the money that came for them.
ALTER TABLE "seller" ADD COLUMN "bank_details" TEXT NOT NULL DEFAULT '';

CREATE TABLE "bank_terms" (
  "tenant_id" INTEGER NOT NULL,
  "allowed" BOOLEAN NOT NULL,
  "days" INTEGER NOT NULL,
  "limit_cents" BIGINT NOT NULL,
  "credit_when" TEXT NOT NULL,
  CONSTRAINT "bank_terms_pkey" PRIMARY KEY ("tenant_id"),
  CONSTRAINT "bank_terms_days" CHECK ("days" BETWEEN 1 AND 120),
  CONSTRAINT "bank_terms_limit" CHECK ("limit_cents" BETWEEN 500 AND 100000000),
  CONSTRAINT "bank_terms_credit" CHECK ("credit_when" IN ('issued', 'paid'))
);
ALTER TABLE "bank_terms" ADD CONSTRAINT "bank_terms_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "bank_invoice" (
  "invoice_id" UUID NOT NULL,
  "tenant_id" INTEGER NOT NULL,
  "number" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'open',
  "cents" BIGINT NOT NULL,
  "vat_cents" BIGINT NOT NULL,
  "vat_rate_bp" INTEGER NOT NULL,
  "vat_country" TEXT NOT NULL,
  "vat_reason" TEXT NOT NULL,
  "credit_when" TEXT NOT NULL,
  "issued_at" TIMESTAMPTZ(3) NOT NULL,
  "due_on" DATE NOT NULL,
  "received_cents" BIGINT NOT NULL DEFAULT 0,
  "credited_at" TIMESTAMPTZ(3),
  "ended_at" TIMESTAMPTZ(3),
  "reminders" INTEGER NOT NULL DEFAULT 0,
  "seller" JSONB NOT NULL,
  "bank_details" TEXT NOT NULL,
  "billed_to" JSONB NOT NULL,
  CONSTRAINT "bank_invoice_pkey" PRIMARY KEY ("invoice_id"),
  CONSTRAINT "bank_invoice_amounts" CHECK ("cents" > 0 AND "vat_cents" >= 0 AND "received_cents" >= 0),
  CONSTRAINT "bank_invoice_state" CHECK ("state" IN ('open', 'paid', 'cancelled')),
  CONSTRAINT "bank_invoice_ended" CHECK (("state" = 'open') = ("ended_at" IS NULL)),
  CONSTRAINT "bank_invoice_paid" CHECK ("state" <> 'paid' OR ("credited_at" IS NOT NULL AND "received_cents" >= "cents" + "vat_cents"))
);
CREATE UNIQUE INDEX "bank_invoice_number_key" ON "bank_invoice"("number");
CREATE INDEX "bank_invoice_tenant_id_issued_at_idx" ON "bank_invoice"("tenant_id", "issued_at");
CREATE INDEX "bank_invoice_state_issued_at_idx" ON "bank_invoice"("state", "issued_at");
CREATE INDEX bank_invoice_open ON "bank_invoice" ("due_on", "invoice_id") WHERE "state" = 'open';
ALTER TABLE "bank_invoice" ADD CONSTRAINT "bank_invoice_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "bank_transfer" (
  "transfer_id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "cents" BIGINT NOT NULL,
  "received_on" DATE NOT NULL,
  "reference" TEXT NOT NULL,
  "recorded_by_id" INTEGER NOT NULL,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "bank_transfer_pkey" PRIMARY KEY ("transfer_id"),
  CONSTRAINT "bank_transfer_cents" CHECK ("cents" > 0)
);
CREATE UNIQUE INDEX "bank_transfer_invoice_id_reference_key" ON "bank_transfer"("invoice_id", "reference");
ALTER TABLE "bank_transfer" ADD CONSTRAINT "bank_transfer_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "bank_invoice"("invoice_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "bank_transfer" ADD CONSTRAINT "bank_transfer_recorded_by_id_fkey" FOREIGN KEY ("recorded_by_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Money of a paid invoice that went back by bank transfer.
CREATE TABLE "credit_note" (
  "note_id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "number" TEXT NOT NULL,
  "cents" BIGINT NOT NULL,
  "vat_cents" BIGINT NOT NULL,
  "reason" TEXT NOT NULL,
  "given_by_id" INTEGER NOT NULL,
  "given_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "credit_note_pkey" PRIMARY KEY ("note_id"),
  CONSTRAINT "credit_note_cents" CHECK ("cents" > 0 AND "vat_cents" BETWEEN 0 AND "cents")
);
CREATE UNIQUE INDEX "credit_note_number_key" ON "credit_note"("number");
CREATE INDEX "credit_note_invoice_id_idx" ON "credit_note"("invoice_id");
ALTER TABLE "credit_note" ADD CONSTRAINT "credit_note_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "bank_invoice"("invoice_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "credit_note" ADD CONSTRAINT "credit_note_given_by_id_fkey" FOREIGN KEY ("given_by_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The last numbers of a year, of invoices and of credit notes.
CREATE TABLE "invoice_year" (
  "year" INTEGER NOT NULL,
  "last" INTEGER NOT NULL DEFAULT 0,
  "last_note" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "invoice_year_pkey" PRIMARY KEY ("year")
);

-- The VAT that its customer agreed to; without a reason, VAT was off.
ALTER TABLE "subscription"
  ADD COLUMN "vat_rate_bp" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "vat_country" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "vat_reason" TEXT NOT NULL DEFAULT '';
