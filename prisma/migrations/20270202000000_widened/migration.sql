-- The range of an estimate is wider than that of its plays, as the estimates before it would have needed.
ALTER TABLE "start_estimate" ADD COLUMN "widened" DOUBLE PRECISION NOT NULL DEFAULT 1;
