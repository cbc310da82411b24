-- One that never came to be is ended at the provider and what was paid for it is paid back; until then this is null.
ALTER TABLE "subscription" ADD COLUMN "cleared_at" TIMESTAMPTZ(3);

-- Those that were over at the provider before this was written down.
UPDATE "subscription" SET "cleared_at" = "ended_at"
WHERE "state" = 'expired' AND "provider_status" IN ('canceled', 'incomplete_expired');
