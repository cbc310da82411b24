-- Members of tenants, with roles, and invitations (decision 0221).
ALTER TABLE "tenant" ADD COLUMN     "display_name" TEXT NOT NULL DEFAULT '';
ALTER TABLE "session" ADD COLUMN     "tenant_id" INTEGER;
ALTER TABLE "device_login" ADD COLUMN     "tenant_id" INTEGER;

CREATE TABLE "member" (
    "tenant_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,
    "limit_cents" INTEGER,

    CONSTRAINT "member_pkey" PRIMARY KEY ("tenant_id","user_id")
);
CREATE INDEX "member_user_id_idx" ON "member"("user_id");

CREATE TABLE "invitation" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");
CREATE INDEX "invitation_tenant_id_idx" ON "invitation"("tenant_id");
CREATE INDEX "invitation_invited_by_idx" ON "invitation"("invited_by");
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

CREATE TABLE "member_spend" (
    "tenant_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "member_spend_pkey" PRIMARY KEY ("tenant_id","user_id","month")
);
CREATE INDEX "session_tenant_id_idx" ON "session"("tenant_id");
CREATE INDEX "device_login_tenant_id_idx" ON "device_login"("tenant_id");
CREATE INDEX "member_spend_month_idx" ON "member_spend"("month");

ALTER TABLE "session" ADD CONSTRAINT "session_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "device_login" ADD CONSTRAINT "device_login_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "member" ADD CONSTRAINT "member_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "member_spend" ADD CONSTRAINT "member_spend_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table member
  add constraint member_role_known check (role in ('owner', 'admin', 'member', 'billing', 'viewer')),
  add constraint member_limit_positive check (limit_cents is null or limit_cents >= 0),
  add constraint member_owner_unlimited check (role <> 'owner' or limit_cents is null);
alter table invitation
  add constraint invitation_role_known check (role in ('admin', 'member', 'billing', 'viewer')),
  add constraint invitation_state_known check (state in ('open', 'accepted', 'declined', 'withdrawn'));

-- One owner, and one open invitation of an address.
create unique index member_one_owner on member (tenant_id) where role = 'owner';
create unique index invitation_one_open on invitation (tenant_id, email) where state = 'open';

-- Everybody is the owner of their own tenant; whoever else was made in one is its admin.
insert into member (tenant_id, user_id, role, joined_at)
  select tenant_id, id, case when id = min(id) over (partition by tenant_id) then 'owner' else 'admin' end, created_at
  from user_account;

-- A user is a member of the tenant that is their own, from the same moment on: the database makes sure of it.
create function join_own_tenant() returns trigger language plpgsql as $$
begin
  insert into member (tenant_id, user_id, role, joined_at)
  select new.tenant_id, new.id,
    case when exists (select from member where tenant_id = new.tenant_id and role = 'owner') then 'admin' else 'owner' end,
    new.created_at
  on conflict do nothing;
  return null;
end $$;
create trigger user_account_joins after insert on user_account for each row execute function join_own_tenant();

-- Who hands their tenant over gets another one (decision 0225): staff find them by that.
create function user_account_moves() returns trigger language plpgsql as $$
begin
  update user_search s set tenant_id = t.id, tenant_name = in_small_letters(t.tenant_name), country = t.country
  from tenant t where t.id = new.tenant_id and s.user_id = new.id;
  return null;
end $$;
create trigger user_account_moves after update of tenant_id on user_account for each row
  when (old.tenant_id <> new.tenant_id) execute function user_account_moves();

-- A code is redeemed once by a tenant and once by a user: a tenant that is handed over brings none of them again.
CREATE UNIQUE INDEX "promo_redemption_code_user_id_key" ON "promo_redemption"("code", "user_id");
