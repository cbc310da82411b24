-- True if the customer put the end of a task with GPUs off: no hold counts on its next end (S11).
ALTER TABLE "task" ADD COLUMN "end_put_off" BOOLEAN NOT NULL DEFAULT false;
