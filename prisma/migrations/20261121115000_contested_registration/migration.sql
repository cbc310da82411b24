-- Whether an unconfirmed address was registered more than once: then its links ask for their registration's password.
ALTER TABLE "user_account" ADD COLUMN "contested" BOOLEAN NOT NULL DEFAULT false;
