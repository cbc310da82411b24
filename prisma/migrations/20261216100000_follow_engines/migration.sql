-- What the worker needs to follow an engine: its token, and when a place was missed or its end was asked for.
ALTER TABLE "engine" ADD COLUMN "credentials" TEXT;
ALTER TABLE "engine_place" ADD COLUMN "starts_about" TIMESTAMPTZ(3);
ALTER TABLE "engine_place" ADD COLUMN "missing_since" TIMESTAMPTZ(3);
ALTER TABLE "engine_place" ADD COLUMN "cancel_asked_at" TIMESTAMPTZ(3);
