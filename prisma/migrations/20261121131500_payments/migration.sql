-- Card payments: who a tenant is at the provider, cards, top-ups, refunds, disputes, and what the provider reports.
CREATE TABLE "payment_customer" (
    "tenant_id" INTEGER NOT NULL,
    "customer_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_customer_pkey" PRIMARY KEY ("tenant_id")
);

CREATE TABLE "card" (
    "pm_id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "brand" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "exp_month" INTEGER NOT NULL,
    "exp_year" INTEGER NOT NULL,
    "holder_name" TEXT NOT NULL DEFAULT '',
    "fingerprint" TEXT NOT NULL DEFAULT '',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "card_pkey" PRIMARY KEY ("pm_id")
);

CREATE TABLE "top_up" (
    "topup_id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "cents" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "way" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'created',
    "pm_id" TEXT,
    "card_holder_name" TEXT NOT NULL DEFAULT '',
    "session_id" TEXT,
    "payment_intent_id" TEXT,
    "action_url" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "number" TEXT,
    "received_cents" BIGINT NOT NULL DEFAULT 0,
    "refunded_cents" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "top_up_pkey" PRIMARY KEY ("topup_id")
);

CREATE TABLE "receipt_year" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_year_pkey" PRIMARY KEY ("year")
);

CREATE TABLE "payment_refund" (
    "refund_id" TEXT NOT NULL,
    "topup_id" UUID NOT NULL,
    "cents" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_refund_pkey" PRIMARY KEY ("refund_id")
);

CREATE TABLE "payment_dispute" (
    "dispute_id" TEXT NOT NULL,
    "topup_id" UUID NOT NULL,
    "cents" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "reinstated_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_dispute_pkey" PRIMARY KEY ("dispute_id")
);

CREATE TABLE "webhook_event" (
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "api_version" TEXT NOT NULL DEFAULT '',
    "object_id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'received',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "try_after" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("event_id")
);

CREATE UNIQUE INDEX "payment_customer_customer_id_key" ON "payment_customer"("customer_id");

CREATE INDEX "card_tenant_id_idx" ON "card"("tenant_id");

CREATE UNIQUE INDEX "top_up_session_id_key" ON "top_up"("session_id");

CREATE UNIQUE INDEX "top_up_payment_intent_id_key" ON "top_up"("payment_intent_id");

CREATE UNIQUE INDEX "top_up_number_key" ON "top_up"("number");

CREATE INDEX "top_up_tenant_id_created_at_idx" ON "top_up"("tenant_id", "created_at");

CREATE INDEX "top_up_state_asked_at_idx" ON "top_up"("state", "asked_at");

CREATE INDEX "payment_refund_topup_id_idx" ON "payment_refund"("topup_id");

CREATE INDEX "payment_dispute_topup_id_idx" ON "payment_dispute"("topup_id");

CREATE INDEX "webhook_event_state_try_after_idx" ON "webhook_event"("state", "try_after");

CREATE INDEX "webhook_event_received_at_idx" ON "webhook_event"("received_at");

ALTER TABLE "payment_customer" ADD CONSTRAINT "payment_customer_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "card" ADD CONSTRAINT "card_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "top_up" ADD CONSTRAINT "top_up_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_topup_id_fkey" FOREIGN KEY ("topup_id") REFERENCES "top_up"("topup_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_topup_id_fkey" FOREIGN KEY ("topup_id") REFERENCES "top_up"("topup_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One currency; the column is there for the day there are more.
ALTER TABLE "top_up"
  ADD CONSTRAINT "top_up_currency_known" CHECK ("currency" = 'usd'),
  ADD CONSTRAINT "top_up_cents_positive" CHECK ("cents" > 0),
  ADD CONSTRAINT "top_up_way_known" CHECK ("way" IN ('saved_card', 'new_card', 'auto')),
  ADD CONSTRAINT "top_up_state_known" CHECK ("state" IN
    ('created', 'requires_action', 'pending', 'settled', 'refunded', 'disputed', 'failed')),
  ADD CONSTRAINT "top_up_settled_has_number"
    CHECK (("state" IN ('settled', 'refunded', 'disputed')) = ("settled_at" IS NOT NULL)),
  ADD CONSTRAINT "top_up_number_when_settled" CHECK (("number" IS NULL) = ("settled_at" IS NULL)),
  ADD CONSTRAINT "top_up_refunds_not_above_payment" CHECK ("refunded_cents" BETWEEN 0 AND "received_cents");
ALTER TABLE "webhook_event"
  ADD CONSTRAINT "webhook_event_state_known" CHECK ("state" IN ('received', 'done', 'ignored'));
CREATE UNIQUE INDEX "card_one_default" ON "card" ((CASE WHEN "is_default" AND "removed_at" IS NULL THEN "tenant_id" END));
