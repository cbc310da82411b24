-- A charge changes no column with an index: with room on their pages, rows are updated there and the indexes stay.
ALTER TABLE "task" SET (fillfactor = 70);
ALTER TABLE "task_day" SET (fillfactor = 60);
-- The tasks of a turn, not the history of its tenants.
CREATE INDEX "task_tenant_id_working_idx" ON "task" ("tenant_id") WHERE "state" IN ('running', 'stopping', 'incident');
