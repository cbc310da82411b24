-- The member who stopped a task; null where nobody of its tenant did, and of tasks that were stopped before.
ALTER TABLE "task" ADD COLUMN "stopped_by_id" INTEGER;
