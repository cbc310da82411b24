-- A mail that its server refuses waits longer each time and never holds up the others.
ALTER TABLE "mail" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "mail" ADD COLUMN "try_after" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "mail_sent_at_try_after_idx" ON "mail"("sent_at", "try_after");
