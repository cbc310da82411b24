-- Whether a user is told by mail when a queued task starts, and when a task ends.
ALTER TABLE "user_account"
  ADD COLUMN "mail_task_start" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "mail_task_end" BOOLEAN NOT NULL DEFAULT false;
