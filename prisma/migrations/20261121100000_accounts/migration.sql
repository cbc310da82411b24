-- Links sent by mail: kept as hashes, each used once.
CREATE TABLE "mail_link" (
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_link_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "mail_link_user_id_idx" ON "mail_link"("user_id");
CREATE INDEX "mail_link_expires_at_idx" ON "mail_link"("expires_at");
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_kind_known" CHECK ("kind" IN ('confirm', 'reset'));

-- The second factor.
ALTER TABLE "user_account" ADD COLUMN "totp_last_step" INTEGER NOT NULL DEFAULT 0;
CREATE TABLE "recovery_code" (
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id", "hash")
);
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who has given the password and still owes the second factor: the anonymous session that asks for it.
CREATE TABLE "pending_login" (
    "session_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "remember" BOOLEAN NOT NULL,
    "redirect_to" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_login_pkey" PRIMARY KEY ("session_id")
);
ALTER TABLE "pending_login" ADD CONSTRAINT "pending_login_session_id_fkey"
    FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pending_login" ADD CONSTRAINT "pending_login_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When and by whom access was taken away is in the audit; what is shown to staff is why.
ALTER TABLE "user_account" ADD COLUMN "suspended_reason" TEXT NOT NULL DEFAULT '';
