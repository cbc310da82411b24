-- The sentences of advice, stored when their rehearsal ends: they were found anew in its whole result at each view of the
-- dashboard. Earlier results have none; the next look, when the worker starts, gives new ones.
ALTER TABLE "rehearsal" ADD COLUMN "advised" JSONB;
