-- The subscription, the mirror of its invoices, what is added to the next one, metered minutes on their way to the
-- provider, and the ledger of coins.
CREATE TABLE "subscription" (
    "subscription_id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "provider_id" TEXT,
    "provider_status" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT 'requested',
    "pm_id" TEXT NOT NULL,
    "discount_code" TEXT,
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "action_url" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "upcoming_total_cents" BIGINT,
    "upcoming_remaining_cents" BIGINT,
    "upcoming_start" TIMESTAMPTZ(3),
    "upcoming_read_at" TIMESTAMPTZ(3),
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("subscription_id")
);

CREATE TABLE "subscription_invoice" (
    "invoice_id" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "subscription_id" UUID,
    "number" TEXT,
    "status" TEXT NOT NULL,
    "total_cents" BIGINT NOT NULL,
    "remaining_cents" BIGINT NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_invoice_pkey" PRIMARY KEY ("invoice_id")
);

CREATE TABLE "subscription_charge" (
    "charge_id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "subscription_id" UUID NOT NULL,
    "cents" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "item_id" TEXT,
    "user_id" INTEGER,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_charge_pkey" PRIMARY KEY ("charge_id")
);

CREATE TABLE "usage_report" (
    "report_id" UUID NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "minutes" INTEGER NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'unsent',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "try_after" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "usage_report_pkey" PRIMARY KEY ("report_id")
);

CREATE TABLE "coin_account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "tenant_id" INTEGER,
    "balance" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "coin_account_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "coin_transaction" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "coin_transaction_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "coin_entry" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "coins" BIGINT NOT NULL,

    CONSTRAINT "coin_entry_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "subscription_provider_id_key" ON "subscription"("provider_id");

CREATE INDEX "subscription_tenant_id_requested_at_idx" ON "subscription"("tenant_id", "requested_at");

CREATE INDEX "subscription_asked_at_idx" ON "subscription"("asked_at");

CREATE INDEX "subscription_invoice_tenant_id_created_at_idx" ON "subscription_invoice"("tenant_id", "created_at");

CREATE INDEX "subscription_charge_tenant_id_asked_at_idx" ON "subscription_charge"("tenant_id", "asked_at");

CREATE UNIQUE INDEX "usage_report_tenant_id_idempotency_key_key" ON "usage_report"("tenant_id", "idempotency_key");

CREATE INDEX "usage_report_state_try_after_idx" ON "usage_report"("state", "try_after");

CREATE UNIQUE INDEX "coin_account_name_key" ON "coin_account"("name");

CREATE UNIQUE INDEX "coin_account_tenant_id_key" ON "coin_account"("tenant_id");

CREATE UNIQUE INDEX "coin_transaction_key_key" ON "coin_transaction"("key");

CREATE INDEX "coin_transaction_tenant_id_at_idx" ON "coin_transaction"("tenant_id", "at");

CREATE INDEX "coin_transaction_at_idx" ON "coin_transaction"("at");

CREATE INDEX "coin_entry_transaction_id_idx" ON "coin_entry"("transaction_id");

CREATE INDEX "coin_entry_account_id_id_idx" ON "coin_entry"("account_id", "id");

ALTER TABLE "subscription" ADD CONSTRAINT "subscription_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "subscription_invoice" ADD CONSTRAINT "subscription_invoice_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "subscription_invoice" ADD CONSTRAINT "subscription_invoice_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("subscription_id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "subscription_charge" ADD CONSTRAINT "subscription_charge_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "subscription_charge" ADD CONSTRAINT "subscription_charge_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("subscription_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "usage_report" ADD CONSTRAINT "usage_report_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "coin_account" ADD CONSTRAINT "coin_account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "coin_transaction" ADD CONSTRAINT "coin_transaction_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "coin_entry" ADD CONSTRAINT "coin_entry_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "coin_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "coin_entry" ADD CONSTRAINT "coin_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "coin_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ─── Rules ─────────────────────────────────────────────────────────────────────────────────────
ALTER TABLE "subscription"
  ADD CONSTRAINT "subscription_state_known"
    CHECK ("state" IN ('requested', 'incomplete', 'active', 'past_due', 'canceled', 'expired')),
  ADD CONSTRAINT "subscription_ended_has_end"
    CHECK (("state" IN ('canceled', 'expired')) = ("ended_at" IS NOT NULL)),
  ADD CONSTRAINT "subscription_upcoming_whole"
    CHECK (num_nulls("upcoming_total_cents", "upcoming_remaining_cents", "upcoming_start") IN (0, 3));
-- One at a time: whatever is asked for twice, or from two places, is the same one.
CREATE UNIQUE INDEX "subscription_one_live" ON "subscription" ((CASE WHEN "ended_at" IS NULL THEN "tenant_id" END));
ALTER TABLE "subscription_charge"
  ADD CONSTRAINT "subscription_charge_state_known" CHECK ("state" IN ('asked', 'unknown', 'added', 'refused')),
  ADD CONSTRAINT "subscription_charge_not_zero" CHECK ("cents" <> 0);
ALTER TABLE "usage_report"
  ADD CONSTRAINT "usage_report_state_known" CHECK ("state" IN ('unsent', 'sent', 'failed')),
  ADD CONSTRAINT "usage_report_minutes_sane" CHECK ("minutes" BETWEEN 1 AND 100000),
  ADD CONSTRAINT "usage_report_sent_when_sent" CHECK (("state" = 'sent') = ("sent_at" IS NOT NULL));

-- Coins (B17): the same invariants as the ledger of money, in tables of their own.
ALTER TABLE "coin_entry" ADD CONSTRAINT "coin_entry_not_zero" CHECK ("coins" <> 0);
ALTER TABLE "coin_transaction" ADD CONSTRAINT "coin_transaction_kind_known" CHECK ("kind" IN ('grant', 'spend'));

CREATE TRIGGER coin_transaction_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON coin_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER coin_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON coin_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

CREATE FUNCTION coin_entries_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM inserted GROUP BY transaction_id HAVING sum(coins) <> 0 OR count(*) < 2) THEN
    RAISE EXCEPTION 'the entries of a coin transaction must sum to 0'
      USING errcode = 'integrity_constraint_violation', constraint = 'coins_sum_to_zero';
  END IF;
  UPDATE coin_account a SET balance = a.balance + s.coins
    FROM (SELECT account_id, sum(coins)::bigint AS coins FROM inserted GROUP BY account_id) s
    WHERE a.id = s.account_id AND a.tenant_id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER coin_entries_post AFTER INSERT ON coin_entry
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION coin_entries_post();

INSERT INTO coin_account (name) VALUES ('grant'), ('spend');
