-- What was sent to one person, for the user detail.
CREATE INDEX "mail_to_address_created_at_idx" ON "mail"("to_address", "created_at");

-- The newest billing events of a tenant with very many: tasks by their end, and what is no charge of a task by itself, since
-- a task is charged each minute.
CREATE INDEX "task_tenant_id_finished_at_idx" ON "task"("tenant_id", "finished_at");
CREATE INDEX "ledger_transaction_no_task_idx" ON "ledger_transaction"("tenant_id", "at", "id")
  WHERE "unit" = 'usd' AND "kind" <> 'task';
