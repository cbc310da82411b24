-- What staff sort and filter users by that changes with every charge: a snapshot per tenant, made anew each hour for those
-- whose money moved, so that the index over it is not written by every posting.
CREATE TABLE "tenant_figures" (
    "tenant_id" INTEGER NOT NULL,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "owed" BIGINT NOT NULL DEFAULT 0,
    "spend" BIGINT NOT NULL DEFAULT 0,
    "coins" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "tenant_figures_pkey" PRIMARY KEY ("tenant_id")
);

CREATE INDEX "tenant_figures_balance_tenant_id_idx" ON "tenant_figures"("balance", "tenant_id");
CREATE INDEX "tenant_figures_spend_tenant_id_idx" ON "tenant_figures"("spend", "tenant_id");
CREATE INDEX "tenant_figures_coins_tenant_id_idx" ON "tenant_figures"("coins", "tenant_id");
create index tenant_figures_owed_idx on tenant_figures (tenant_id) where owed > 0;
create index tenant_low_balance_idx on tenant (id) where low_balance <> 'none';

ALTER TABLE "tenant_figures" ADD CONSTRAINT "tenant_figures_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When the snapshot was made last; one row, none before the first time.
CREATE TABLE "figures_read" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "figures_read_pkey" PRIMARY KEY ("id")
);
alter table figures_read add constraint figures_read_once check (id = 1);

insert into tenant_figures (tenant_id) select id from tenant;

create function tenant_has_figures() returns trigger language plpgsql as $$
begin
  insert into tenant_figures (tenant_id) select id from added;
  return null;
end $$;
create trigger tenant_has_figures after insert on tenant referencing new table as added
  for each statement execute function tenant_has_figures();
