-- What each task was charged on each day, so that no screen sums the ledger of a tenant. Kept by the statement that posts, in
-- the posting's own transaction, under the lock of the tenant's account. Its primary key is the order of its reads: a
-- tenant's last 30 or 90 days.
CREATE TABLE "task_day" (
    "tenant_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "resv_guid" UUID NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "task_day_pkey" PRIMARY KEY ("tenant_id", "day", "resv_guid")
) WITH (fillfactor = 80);

ALTER TABLE "task_day" ADD CONSTRAINT "task_day_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Nothing is posted between the days of the past and the trigger that keeps those to come.
LOCK TABLE ledger_entry IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO task_day (tenant_id, day, resv_guid, units)
SELECT t.tenant_id, (t.at AT TIME ZONE 'UTC')::date, t.resv_guid, -sum(e.units)
FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN ledger_account a ON a.id = e.account_id
WHERE t.kind = 'task' AND t.resv_guid IS NOT NULL AND a.tenant_id = t.tenant_id GROUP BY 1, 2, 3;

-- As before, with the days of tasks; what is posted is looked up once for its unit and for the sums by hour, day and task.
create or replace function ledger_entries_post() returns trigger language plpgsql as $$
declare
  mixed boolean;
begin
  if exists (select from inserted group by transaction_id having sum(units) <> 0 or count(*) < 2) then
    raise exception 'the entries of a ledger transaction must sum to 0'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_sums_to_zero';
  end if;
  update ledger_account a set balance = a.balance + s.units
    from (select account_id, sum(units)::bigint as units from inserted group by account_id) s
    where a.id = s.account_id and a.tenant_id is not null;
  with posted as materialized (
    select a.kind as account, a.tenant_id, a.unit <> t.unit as mixed, t.unit, t.kind, t.at, t.resv_guid, i.units
    from inserted i join ledger_transaction t on t.id = i.transaction_id join ledger_account a on a.id = i.account_id
  ), hours as (
    insert into ledger_hour as h (hour, account, unit, kind, writer, units, entries)
      select date_trunc('hour', at, 'UTC'), account, unit, kind, pg_backend_pid(), sum(units), count(*)
      from posted group by 1, 2, 3, 4
      on conflict (hour, account, kind, writer) do update
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
  )
  select bool_or(posted.mixed) into mixed from posted;
  if mixed then
    raise exception 'the accounts of a ledger transaction must count in its unit'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_one_unit';
  end if;
  return null;
end $$;
