-- Refusals stand over restarts of a worker, but not after another key was set. Those without a key are forgotten once.
ALTER TABLE "provider_refusal" ADD COLUMN "key_hash" TEXT NOT NULL DEFAULT '';
