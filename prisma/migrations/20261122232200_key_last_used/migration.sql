-- When a key opened something last, to the minute; of keys that were used before nobody wrote it down.
ALTER TABLE "api_key" ADD COLUMN "used_at" TIMESTAMPTZ(3);
