-- Service keys that were made before there were sources: each sends for one of its own.
DO $$
DECLARE
  one record;
  made integer;
BEGIN
  FOR one IN SELECT "id", "user_id", "last4", "created_at", "revoked_at" FROM "api_key" WHERE "scope" = 'usage' AND "source_id" IS NULL ORDER BY "id" LOOP
    INSERT INTO "usage_source" ("name", "created_by", "created_at", "revoked_at")
    VALUES ('Service key …' || one."last4", one."user_id", one."created_at", one."revoked_at") RETURNING "id" INTO made;
    UPDATE "api_key" SET "source_id" = made WHERE "id" = one."id";
  END LOOP;
END $$;

-- Open holds are asked for by tenant; settled and old ones go by their age.
CREATE INDEX "usage_hold_created_at_idx" ON "usage_hold"("created_at");
