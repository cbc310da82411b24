-- What came beyond an invoice and went back to its customer (B23).
ALTER TABLE "bank_invoice" ADD COLUMN "returned_cents" BIGINT NOT NULL DEFAULT 0;
-- Never more than the surplus.
ALTER TABLE "bank_invoice" ADD CONSTRAINT "bank_invoice_returned"
  CHECK ("returned_cents" BETWEEN 0 AND greatest("received_cents" - "cents" - "vat_cents", 0));

CREATE TABLE "bank_return" (
  "return_id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "cents" BIGINT NOT NULL,
  "returned_on" DATE NOT NULL,
  "reference" TEXT NOT NULL,
  "recorded_by_id" INTEGER NOT NULL,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "bank_return_pkey" PRIMARY KEY ("return_id"),
  CONSTRAINT "bank_return_cents" CHECK ("cents" > 0)
);
CREATE UNIQUE INDEX "bank_return_invoice_id_reference_key" ON "bank_return"("invoice_id", "reference");
ALTER TABLE "bank_return" ADD CONSTRAINT "bank_return_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "bank_invoice"("invoice_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "bank_return" ADD CONSTRAINT "bank_return_recorded_by_id_fkey" FOREIGN KEY ("recorded_by_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
