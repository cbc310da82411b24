-- Automatic top-up: what a tenant has asked for, and where it stands.
CREATE TABLE "auto_top_up" (
    "tenant_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "threshold_cents" BIGINT NOT NULL,
    "cents" BIGINT NOT NULL,
    "month_cap_cents" BIGINT NOT NULL,
    "declines" INTEGER NOT NULL DEFAULT 0,
    "topup_id" UUID,
    "try_after" TIMESTAMPTZ(3),
    "message" TEXT NOT NULL DEFAULT '',
    "state_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auto_top_up_pkey" PRIMARY KEY ("tenant_id")
);

CREATE UNIQUE INDEX "auto_top_up_topup_id_key" ON "auto_top_up"("topup_id");

CREATE INDEX "auto_top_up_state_idx" ON "auto_top_up"("state");

ALTER TABLE "auto_top_up" ADD CONSTRAINT "auto_top_up_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "auto_top_up" ADD CONSTRAINT "auto_top_up_topup_id_fkey" FOREIGN KEY ("topup_id") REFERENCES "top_up"("topup_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the database itself holds, whoever writes.
ALTER TABLE "auto_top_up"
  ADD CONSTRAINT "auto_top_up_state_known"
    CHECK ("state" IN ('off', 'watching', 'charging', 'asking', 'resting', 'stopped')),
  ADD CONSTRAINT "auto_top_up_charge_has_top_up" CHECK (("state" IN ('charging', 'asking')) = ("topup_id" IS NOT NULL)),
  ADD CONSTRAINT "auto_top_up_rest_has_an_end" CHECK (("state" = 'resting') = ("try_after" IS NOT NULL)),
  ADD CONSTRAINT "auto_top_up_declines_sane" CHECK ("declines" BETWEEN 0 AND 3),
  ADD CONSTRAINT "auto_top_up_amounts_sane"
    CHECK ("threshold_cents" > 0 AND "cents" BETWEEN 500 AND 500000 AND "month_cap_cents" >= "cents");
