-- The bar above every screen of the dashboard counts the tasks that began today: without an index it reads all that ever were.
CREATE INDEX "task_started_at_idx" ON "task"("started_at");
