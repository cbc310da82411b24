-- Who is not logged in has a cookie and signed forms instead of a session. What hung on those sessions goes with them: a
-- login between its two steps is begun again, and a confirm link of before confirms without logging in.
DELETE FROM "session" WHERE "user_id" IS NULL OR "login_at" IS NULL;
ALTER TABLE "session" ALTER COLUMN "user_id" SET NOT NULL, ALTER COLUMN "login_at" SET NOT NULL;

DROP TABLE "pending_login";
-- Who has given the password and still owes the second factor: the visitor whose browser asks for it.
CREATE TABLE "pending_login" (
    "visitor_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "remember" BOOLEAN NOT NULL,
    "redirect_to" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_login_pkey" PRIMARY KEY ("visitor_id")
);
CREATE INDEX "pending_login_expires_at_idx" ON "pending_login"("expires_at");
ALTER TABLE "pending_login" ADD CONSTRAINT "pending_login_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mail_link" RENAME COLUMN "session_id" TO "visitor_id";
UPDATE "mail_link" SET "visitor_id" = NULL WHERE "visitor_id" IS NOT NULL;
