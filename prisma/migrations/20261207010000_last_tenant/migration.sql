-- Where a user switched to last: their next login opens there.
alter table user_account add column last_tenant_id integer references tenant (id) on delete set null;
create index user_account_last_tenant_id_idx on user_account (last_tenant_id);
