-- Staff look for the calls of a day that were not completed, of which there are few.
CREATE INDEX "usage_event_failed_idx" ON "usage_event"("ts", "id") WHERE NOT "completed";
