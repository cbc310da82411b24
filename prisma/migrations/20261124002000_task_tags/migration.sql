-- How customers sort their tasks: short words, and a name that people read beside the documented one, which stays as it is.
ALTER TABLE "task"
  ADD COLUMN "display_name" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- Only of those that have any: it begins empty, so that writing it holds nobody up, and a task without tags costs nothing.
CREATE INDEX "task_tags" ON "task" USING GIN ("tags") WHERE "tags" <> '{}';
