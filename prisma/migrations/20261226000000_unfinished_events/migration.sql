-- Who began a batch pays for it: events that read a finished one look up its beginning, of which there are few.
CREATE INDEX "usage_event_unfinished_idx" ON "usage_event"("source_id", "key") WHERE "key" LIKE 'unfinished:%';
