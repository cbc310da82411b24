-- Logging in from a command line by a code that is allowed in the browser (decision 0208). The key is made when it is fetched.
CREATE TABLE "device_login" (
    "code_hash" TEXT NOT NULL,
    "user_code" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "user_id" INTEGER,
    "interval_s" INTEGER NOT NULL,
    "polled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_login_pkey" PRIMARY KEY ("code_hash")
);
CREATE UNIQUE INDEX "device_login_user_code_key" ON "device_login"("user_code");
CREATE INDEX "device_login_user_id_idx" ON "device_login"("user_id");
CREATE INDEX "device_login_expires_at_idx" ON "device_login"("expires_at");
ALTER TABLE "device_login" ADD CONSTRAINT "device_login_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table device_login
  add constraint device_login_state_known check (state in ('pending', 'allowed', 'denied', 'taken')),
  add constraint device_login_decided check ((state = 'pending') = (user_id is null));
