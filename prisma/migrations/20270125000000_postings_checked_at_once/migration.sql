-- The rows of a posting are checked once for each statement. Foreign keys fired once for each row: five times for each
-- charged task, a quarter of a billing tick (decision 0599).
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_transaction_id_fkey", DROP CONSTRAINT "ledger_entry_account_id_fkey";
ALTER TABLE "task_charge" DROP CONSTRAINT "task_charge_resv_guid_fkey";

-- As before. Also refuses an entry without its transaction or account, as the foreign keys did. Its plan is kept for
-- the whole session, so it looks rows up by their keys: a plan made for a small ledger would go on reading all of it.
create or replace function ledger_entries_post() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  mixed boolean;
  complete boolean;
begin
  if exists (select from inserted group by transaction_id having sum(units) <> 0 or count(*) < 2) then
    raise exception 'the entries of a ledger transaction must sum to 0'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_sums_to_zero';
  end if;
  update ledger_account a set balance = a.balance + s.units
    from (select account_id, sum(units)::bigint as units from inserted group by account_id) s
    where a.id = s.account_id and a.tenant_id is not null;
  with posted as materialized (
    select a.kind as account, a.tenant_id, t.tenant_id as payer, a.unit <> t.unit as mixed, t.unit, t.kind, t.at, t.resv_guid,
      i.units, coalesce(task.cluster_name, '') as cluster_name, coalesce(task.gpu_type, '') as gpu_type
    from inserted i join ledger_transaction t on t.id = i.transaction_id join ledger_account a on a.id = i.account_id
    left join task on task.resv_guid = t.resv_guid and a.tenant_id is null
  ), hours as (
    insert into ledger_hour as h (hour, account, unit, kind, cluster_name, gpu_type, writer, units, entries)
      select date_trunc('hour', at, 'UTC'), account, unit, kind, cluster_name, gpu_type, pg_backend_pid(), sum(units), count(*)
      from posted group by 1, 2, 3, 4, 5, 6
      on conflict (hour, account, kind, cluster_name, gpu_type, writer) do update
        set units = h.units + excluded.units, entries = h.entries + excluded.entries
  ), tasks as (
    insert into task_day as d (tenant_id, day, resv_guid, units)
      select tenant_id, (at at time zone 'UTC')::date, resv_guid, -sum(units)
      from posted where kind = 'task' and resv_guid is not null and tenant_id is not null
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (tenant_id, day, resv_guid) do update set units = d.units + excluded.units
  ), days as (
    insert into ledger_day as d (tenant_id, day, kind, unit, units)
      select tenant_id, (at at time zone 'UTC')::date, kind, unit, sum(units)
      from posted where tenant_id is not null group by 1, 2, 3, 4 order by 1, 2, 3
      on conflict (tenant_id, day, kind) do update set units = d.units + excluded.units
  ), months as (
    insert into ledger_month as m (month, account, kind, tenant_id, units)
      select date_trunc('month', at at time zone 'UTC')::date, account, kind, payer, sum(units)
      from posted where tenant_id is null and payer is not null and account <> 'grant' group by 1, 2, 3, 4 order by 4, 1, 2, 3
      on conflict (month, account, kind, tenant_id) do update set units = m.units + excluded.units
  )
  select bool_or(posted.mixed), count(*) = (select count(*) from inserted) into mixed, complete from posted;
  if not complete then
    raise exception 'each entry must have its ledger transaction and its account'
      using errcode = 'foreign_key_violation', constraint = 'ledger_entry_complete';
  end if;
  if mixed then
    raise exception 'the accounts of a ledger transaction must count in its unit'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_one_unit';
  end if;
  return null;
end $$;

-- Transactions are append-only. A tenant's account can be deleted while nothing was posted to it: a posting locks its
-- tenants' accounts, so a delete waits for it and then sees its entries.
create function ledger_account_has_entries() returns trigger language plpgsql as $$
begin
  if old.tenant_id is null or exists (select from ledger_entry where account_id = old.id) then
    raise exception 'the ledger account % is the house''s or has entries', old.id
      using errcode = 'foreign_key_violation', constraint = 'ledger_account_has_entries';
  end if;
  return old;
end $$;
create trigger ledger_account_has_entries before delete on ledger_account
  for each row execute function ledger_account_has_entries();

-- A charged task was placed, so `placement` keeps it from being deleted.
create function task_charge_of_tasks() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from charged where not exists (select from task where task.resv_guid = charged.resv_guid)) then
    raise exception 'each charge must have its task'
      using errcode = 'foreign_key_violation', constraint = 'task_charge_of_tasks';
  end if;
  return null;
end $$;
create trigger task_charge_of_tasks after insert on task_charge
  referencing new table as charged
  for each statement execute function task_charge_of_tasks();

-- A charge changes no column with an index: with room on their pages, rows are updated there and the indexes stay.
ALTER TABLE "task" SET (fillfactor = 70);
ALTER TABLE "task_day" SET (fillfactor = 60);
-- The tasks of a turn, not the history of its tenants.
CREATE INDEX "task_tenant_id_working_idx" ON "task" ("tenant_id") WHERE "state" IN ('running', 'stopping', 'incident');
