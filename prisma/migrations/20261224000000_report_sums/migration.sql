-- Sums for the reports: what was posted by cluster and GPU type, by tenant and month, and what the machines cost.
ALTER TABLE "ledger_hour" ADD COLUMN "cluster_name" TEXT NOT NULL DEFAULT '', ADD COLUMN "gpu_type" TEXT NOT NULL DEFAULT '';
ALTER TABLE "ledger_hour" DROP CONSTRAINT "ledger_hour_pkey",
  ADD CONSTRAINT "ledger_hour_pkey" PRIMARY KEY ("hour", "account", "kind", "cluster_name", "gpu_type", "writer");

CREATE TABLE "ledger_month" (
    "month" DATE NOT NULL,
    "account" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "ledger_month_pkey" PRIMARY KEY ("month", "account", "kind", "tenant_id")
) WITH (fillfactor = 80);

CREATE INDEX "ledger_month_tenant_id_idx" ON "ledger_month"("tenant_id");

ALTER TABLE "ledger_month" ADD CONSTRAINT "ledger_month_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Nothing is posted between the sums of the past and the trigger that keeps those to come.
LOCK TABLE ledger_entry IN SHARE ROW EXCLUSIVE MODE;

-- Only tasks have a place, and only these accounts of the house have postings of tasks.
DELETE FROM ledger_hour WHERE account IN ('revenue', 'refund');
INSERT INTO ledger_hour (hour, account, unit, kind, cluster_name, gpu_type, writer, units, entries)
SELECT date_trunc('hour', t.at, 'UTC'), a.kind, t.unit, t.kind, coalesce(task.cluster_name, ''), coalesce(task.gpu_type, ''), 0,
  sum(e.units), count(*)
FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
LEFT JOIN task ON task.resv_guid = t.resv_guid
WHERE a.kind IN ('revenue', 'refund') GROUP BY 1, 2, 3, 4, 5, 6;

INSERT INTO ledger_month (month, account, kind, tenant_id, units)
SELECT date_trunc('month', t.at AT TIME ZONE 'UTC')::date, a.kind, t.kind, t.tenant_id, sum(e.units)
FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
WHERE a.tenant_id IS NULL AND a.kind <> 'grant' AND t.tenant_id IS NOT NULL GROUP BY 1, 2, 3, 4;

-- As before, with the place of a task on the house's side of the hours, and with the months of tenants.
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
  select bool_or(posted.mixed) into mixed from posted;
  if mixed then
    raise exception 'the accounts of a ledger transaction must count in its unit'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_one_unit';
  end if;
  return null;
end $$;

-- What a node costs its operator, by its kind; sampled with the use of GPUs, so a new cost changes no past report.
CREATE TABLE "node_cost" (
    "cluster_name" TEXT NOT NULL,
    "gpu_type" TEXT NOT NULL,
    "gpus" INTEGER NOT NULL,
    "cents" INTEGER NOT NULL,

    CONSTRAINT "node_cost_pkey" PRIMARY KEY ("cluster_name", "gpu_type", "gpus"),
    CONSTRAINT "node_cost_range" CHECK ("cents" BETWEEN 0 AND 10000000)
);

ALTER TABLE "gpu_use" ADD COLUMN "gpus" BIGINT NOT NULL DEFAULT 0, ADD COLUMN "cost_cents" BIGINT NOT NULL DEFAULT 0;
UPDATE "gpu_use" SET "gpus" = "in_service";
ALTER TABLE "gpu_use" ALTER COLUMN "gpus" DROP DEFAULT, ALTER COLUMN "cost_cents" DROP DEFAULT;

-- Sign-ups of a month by the number of months until their first charge, counted each night.
CREATE TABLE "cohort" (
    "month" DATE NOT NULL,
    "months_after" INTEGER NOT NULL,
    "tenants" INTEGER NOT NULL,

    CONSTRAINT "cohort_pkey" PRIMARY KEY ("month", "months_after")
);

-- Staff who get the report of each month by mail.
CREATE TABLE "report_reader" (
    "user_id" INTEGER NOT NULL,
    "told_month" DATE NOT NULL,

    CONSTRAINT "report_reader_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "report_reader" ADD CONSTRAINT "report_reader_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
