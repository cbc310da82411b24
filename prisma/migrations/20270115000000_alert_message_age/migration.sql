-- Old messages are deleted by their age.
CREATE INDEX "alert_message_created_at_idx" ON "alert_message"("created_at");
