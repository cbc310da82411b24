-- Reconciliation: the provider's movements as it reports them, the last run of each check, and what differs.
CREATE TABLE "provider_movement" (
    "movement_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "concern" TEXT NOT NULL,
    "source_id" TEXT NOT NULL DEFAULT '',
    "ledger_key" TEXT,
    "currency" TEXT NOT NULL,
    "cents" BIGINT NOT NULL,
    "fee_cents" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_movement_pkey" PRIMARY KEY ("movement_id")
);

CREATE TABLE "reconcile_check" (
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "figures" JSONB NOT NULL DEFAULT '{}',
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "took_ms" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "reconcile_check_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "reconcile_difference" (
    "id" BIGSERIAL NOT NULL,
    "check_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "ledger_units" BIGINT,
    "provider_units" BIGINT,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconcile_difference_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "provider_movement_ledger_key_idx" ON "provider_movement"("ledger_key");

CREATE INDEX "provider_movement_at_idx" ON "provider_movement"("at");

CREATE INDEX "reconcile_difference_resolved_at_first_seen_at_idx" ON "reconcile_difference"("resolved_at", "first_seen_at");

-- What the database itself holds, whoever writes.
ALTER TABLE "provider_movement"
  ADD CONSTRAINT "provider_movement_concern_known" CHECK ("concern" IN ('balance', 'other', 'fee', 'payout')),
  ADD CONSTRAINT "provider_movement_key_when_of_balance" CHECK ("concern" = 'balance' OR "ledger_key" IS NULL);
ALTER TABLE "reconcile_check"
  ADD CONSTRAINT "reconcile_check_state_known" CHECK ("state" IN ('well', 'differs', 'silent', 'failed', 'off'));
-- One difference is open once, however often and by however many workers it is seen.
CREATE UNIQUE INDEX "reconcile_difference_open_once" ON "reconcile_difference"
  ((CASE WHEN "resolved_at" IS NULL THEN "check_name" || ' ' || "kind" || ' ' || "subject" END));
