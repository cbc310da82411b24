-- When staff moved a waiting task to the front of its queue (S10).
ALTER TABLE "task" ADD COLUMN "moved_up_at" TIMESTAMPTZ(3);
