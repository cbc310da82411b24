-- What staff search by: the beginning of a task's name, and the last four characters of a card or a key.
CREATE INDEX "task_name_search_idx" ON "task" (lower("task_name") text_pattern_ops, "accepted_at" DESC);
CREATE INDEX "card_last4_idx" ON "card" ("last4");
CREATE INDEX "api_key_last4_idx" ON "api_key" ("last4");
