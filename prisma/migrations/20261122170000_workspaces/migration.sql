-- Workspaces of the assistant, who uses them, and the keys with which they call models (A15, A16).
CREATE TABLE "workspace" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "max_users" INTEGER NOT NULL,
    "admin_hash" TEXT,
    "admin_encrypted" TEXT NOT NULL,
    "admin_last4" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "active_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "workspace_name_key" ON "workspace"("name");
CREATE UNIQUE INDEX "workspace_admin_hash_key" ON "workspace"("admin_hash");
CREATE INDEX "workspace_tenant_id_idx" ON "workspace"("tenant_id");
CREATE INDEX "workspace_owner_id_idx" ON "workspace"("owner_id");
CREATE INDEX "workspace_deleted_at_idx" ON "workspace"("deleted_at");
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_tenant_id_fkey"
    FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_owner_id_fkey"
    FOREIGN KEY ("owner_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "workspace_user" (
    "workspace_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_user_pkey" PRIMARY KEY ("workspace_id", "user_id")
);
CREATE INDEX "workspace_user_user_id_idx" ON "workspace_user"("user_id");
ALTER TABLE "workspace_user" ADD CONSTRAINT "workspace_user_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "workspace_user" ADD CONSTRAINT "workspace_user_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "api_key" ADD COLUMN "workspace_id" INTEGER;
CREATE INDEX "api_key_tenant_id_idx" ON "api_key"("tenant_id");
CREATE INDEX "api_key_workspace_id_idx" ON "api_key"("workspace_id");
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE SET NULL ON UPDATE CASCADE;

alter table workspace
  add constraint workspace_name_normal check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 16),
  add constraint workspace_users_sane check (max_users between 1 and 100),
  -- A deleted one has no admin token, a living one has.
  add constraint workspace_token_while_alive check ((deleted_at is null) = (admin_hash is not null));
alter table api_key
  drop constraint api_key_scope_known,
  add constraint api_key_scope_known check (scope in ('full', 'usage', 'inference')),
  add constraint api_key_of_workspace check (workspace_id is null or scope = 'inference');
-- A tenant has at most one inference key that waits for a workspace, a workspace one that is not being replaced.
create unique index api_key_one_waiting on api_key
  ((case when revoked_at is null and scope = 'inference' and workspace_id is null then tenant_id end));
create unique index api_key_one_of_workspace on api_key ((case when revoked_at is null then workspace_id end));
