-- PagerDuty's incident of all the rest ends with the last alert in it.
ALTER TABLE "alert_told" ADD COLUMN "in_digest" BOOLEAN NOT NULL DEFAULT false;
