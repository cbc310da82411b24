-- Counts how often a user's logins in progress were ended: a login that was proven before begins no session.
ALTER TABLE "user_account" ADD COLUMN "login_epoch" INTEGER NOT NULL DEFAULT 0;
