-- How far a dispute's movements of money at the provider are posted, so that each further one posts its difference.
ALTER TABLE "payment_dispute" ADD COLUMN "step" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "taken_cents" BIGINT NOT NULL DEFAULT 0;

UPDATE "payment_dispute" SET
  "step" = CASE WHEN "reinstated_at" IS NOT NULL THEN 2 ELSE 1 END,
  "taken_cents" = CASE WHEN "reinstated_at" IS NOT NULL THEN 0 ELSE "cents" END
WHERE "withdrawn_at" IS NOT NULL;
