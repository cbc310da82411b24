-- A subscription is not renewed while its owner is suspended, and goes on if they are restored in time.
ALTER TABLE "subscription" ADD COLUMN "held" BOOLEAN NOT NULL DEFAULT false;
