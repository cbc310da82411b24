-- The dashboard, /metrics and `npm run doctor` say how old the newest backup is.
ALTER TABLE "installation" ADD COLUMN "backup_at" TIMESTAMPTZ(3);
