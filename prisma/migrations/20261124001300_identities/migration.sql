-- Accounts elsewhere by which a user logs in: at Google, GitHub or an OpenID provider (decision 0229).
CREATE TABLE "identity" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "identity_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "identity_issuer_subject_key" ON "identity"("issuer", "subject");
CREATE UNIQUE INDEX "identity_user_id_provider_key" ON "identity"("user_id", "provider");
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table identity add constraint identity_provider_known check (provider in ('google', 'github', 'openid'));
