-- What is sent to the provider under a key must be the same each time, and an issued receipt must not change.
ALTER TABLE "top_up" ADD COLUMN "save_card" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "billed_to" JSONB;
