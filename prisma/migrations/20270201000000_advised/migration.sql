-- The sentences of advice, stored when their rehearsal ends. Before, each view of the dashboard read the whole result to
-- find them. Earlier results have none; the next daily look gives new ones.
ALTER TABLE "rehearsal" ADD COLUMN "advised" JSONB;
