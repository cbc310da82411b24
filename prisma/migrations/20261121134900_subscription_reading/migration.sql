-- A reading of the provider that began before the newest one that was applied says nothing new.
ALTER TABLE "subscription" ADD COLUMN "reading" BIGINT NOT NULL DEFAULT 0;

CREATE SEQUENCE subscription_reading;
