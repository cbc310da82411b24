-- What staff ordered to be refunded to a card. The worker asks the provider, and the provider's refund is posted as any other.
CREATE TABLE "card_refund" (
  "order_id" UUID NOT NULL,
  "topup_id" UUID NOT NULL,
  "cents" BIGINT NOT NULL,
  "reason" TEXT NOT NULL,
  "note" TEXT NOT NULL DEFAULT '',
  "state" TEXT NOT NULL DEFAULT 'ordered',
  "message" TEXT NOT NULL DEFAULT '',
  "refund_id" TEXT,
  "resv_guid" UUID,
  "before_units" BIGINT,
  "ordered_by_id" INTEGER NOT NULL,
  "ordered_at" TIMESTAMPTZ(3) NOT NULL,
  "first_asked_at" TIMESTAMPTZ(3),
  "asked_at" TIMESTAMPTZ(3),
  CONSTRAINT "card_refund_pkey" PRIMARY KEY ("order_id")
);
CREATE UNIQUE INDEX "card_refund_refund_id_key" ON "card_refund"("refund_id");
CREATE UNIQUE INDEX "card_refund_resv_guid_before_units_key" ON "card_refund"("resv_guid", "before_units");
CREATE INDEX "card_refund_topup_id_idx" ON "card_refund"("topup_id");
CREATE INDEX card_refund_ordered ON "card_refund" ("ordered_at") WHERE "state" = 'ordered';
ALTER TABLE "card_refund" ADD CONSTRAINT "card_refund_topup_id_fkey" FOREIGN KEY ("topup_id") REFERENCES "top_up"("topup_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "card_refund" ADD CONSTRAINT "card_refund_ordered_by_id_fkey" FOREIGN KEY ("ordered_by_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "card_refund" ADD CONSTRAINT "card_refund_resv_guid_before_units_fkey" FOREIGN KEY ("resv_guid", "before_units") REFERENCES "give_back"("resv_guid", "before_units") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "card_refund" ADD CONSTRAINT "card_refund_cents" CHECK ("cents" > 0);
ALTER TABLE "card_refund" ADD CONSTRAINT "card_refund_state" CHECK ("state" IN ('ordered', 'made', 'refused'));
