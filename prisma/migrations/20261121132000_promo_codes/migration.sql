-- Promo codes, who used which, what they grant to a subscription, and trials.
CREATE TABLE "promo_code" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" INTEGER NOT NULL,
    "duration" TEXT NOT NULL,
    "max_redemptions" INTEGER,
    "times_redeemed" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "promo_code_pkey" PRIMARY KEY ("code")
);

CREATE TABLE "promo_redemption" (
    "code" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "promo_redemption_pkey" PRIMARY KEY ("code","tenant_id")
);

CREATE TABLE "subscription_discount" (
    "tenant_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "duration" TEXT NOT NULL,
    "used" BOOLEAN NOT NULL DEFAULT false,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_discount_pkey" PRIMARY KEY ("tenant_id","code")
);

CREATE TABLE "trial" (
    "user_id" INTEGER NOT NULL,
    "trial_start" TIMESTAMPTZ(3) NOT NULL,
    "trial_end" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT,
    "reminded_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "trial_pkey" PRIMARY KEY ("user_id")
);

CREATE INDEX "promo_code_created_at_idx" ON "promo_code"("created_at");

CREATE INDEX "promo_redemption_tenant_id_idx" ON "promo_redemption"("tenant_id");

CREATE INDEX "trial_ended_at_trial_end_idx" ON "trial"("ended_at", "trial_end");

CREATE INDEX "trial_trial_start_idx" ON "trial"("trial_start");

ALTER TABLE "promo_redemption" ADD CONSTRAINT "promo_redemption_code_fkey" FOREIGN KEY ("code") REFERENCES "promo_code"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "promo_redemption" ADD CONSTRAINT "promo_redemption_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "subscription_discount" ADD CONSTRAINT "subscription_discount_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "trial" ADD CONSTRAINT "trial_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the database itself holds, whoever writes.
ALTER TABLE "promo_code"
  ADD CONSTRAINT "promo_code_upper_case" CHECK ("code" = upper("code") AND "code" ~ '^[A-Z0-9-]{3,32}$'),
  ADD CONSTRAINT "promo_code_name_length" CHECK (char_length("name") BETWEEN 1 AND 80),
  ADD CONSTRAINT "promo_code_value_by_kind" CHECK (CASE "kind"
    WHEN 'balance_credit' THEN "value" BETWEEN 1 AND 100000 AND "duration" = 'once'
    WHEN 'trial_days' THEN "value" BETWEEN 1 AND 90 AND "duration" = "value" || ' days'
    WHEN 'percent_off' THEN "value" BETWEEN 1 AND 100 AND "duration" ~ '^(once|forever|([1-9]|[12][0-9]|3[0-6]) months)$'
    ELSE false END),
  ADD CONSTRAINT "promo_code_max_redemptions_sane" CHECK ("max_redemptions" BETWEEN 1 AND 1000000),
  ADD CONSTRAINT "promo_code_not_over_used" CHECK ("times_redeemed" BETWEEN 0 AND coalesce("max_redemptions", 2147483647));
ALTER TABLE "subscription_discount"
  ADD CONSTRAINT "subscription_discount_percent_sane" CHECK ("percent" BETWEEN 1 AND 100);
ALTER TABLE "trial" ADD CONSTRAINT "trial_ends_after_it_starts" CHECK ("trial_end" > "trial_start");
