-- What tenants gained and spent, by day and kind, so that no screen sums the ledger of a tenant or of all of them. Kept by
-- the statement that posts, in the posting's own transaction, under the lock of the tenant's account.
CREATE TABLE "ledger_day" (
    "tenant_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "ledger_day_pkey" PRIMARY KEY ("tenant_id", "day", "kind")
) WITH (fillfactor = 80);

CREATE INDEX "ledger_day_day_kind_idx" ON "ledger_day"("day", "kind");

ALTER TABLE "ledger_day" ADD CONSTRAINT "ledger_day_tenant_id_fkey"
  FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO ledger_day (tenant_id, day, kind, unit, units)
SELECT a.tenant_id, (t.at AT TIME ZONE 'UTC')::date, t.kind, t.unit, sum(e.units)
FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id JOIN ledger_account a ON a.id = e.account_id
WHERE a.tenant_id IS NOT NULL GROUP BY 1, 2, 3, 4;

create or replace function ledger_entries_post() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transaction_id having sum(units) <> 0 or count(*) < 2) then
    raise exception 'the entries of a ledger transaction must sum to 0'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_sums_to_zero';
  end if;
  if exists (select from inserted i join ledger_transaction t on t.id = i.transaction_id
      join ledger_account a on a.id = i.account_id where a.unit <> t.unit) then
    raise exception 'the accounts of a ledger transaction must count in its unit'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_one_unit';
  end if;
  update ledger_account a set balance = a.balance + s.units
    from (select account_id, sum(units)::bigint as units from inserted group by account_id) s
    where a.id = s.account_id and a.tenant_id is not null;
  insert into ledger_hour as h (hour, account, unit, kind, writer, units, entries)
    select date_trunc('hour', t.at, 'UTC'), a.kind, a.unit, t.kind, pg_backend_pid(), sum(i.units), count(*)
    from inserted i join ledger_transaction t on t.id = i.transaction_id join ledger_account a on a.id = i.account_id
    group by 1, 2, 3, 4
    on conflict (hour, account, kind, writer) do update
      set units = h.units + excluded.units, entries = h.entries + excluded.entries;
  insert into ledger_day as d (tenant_id, day, kind, unit, units)
    select a.tenant_id, (t.at at time zone 'UTC')::date, t.kind, t.unit, sum(i.units)
    from inserted i join ledger_transaction t on t.id = i.transaction_id join ledger_account a on a.id = i.account_id
    where a.tenant_id is not null group by 1, 2, 3, 4 order by 1, 2, 3
    on conflict (tenant_id, day, kind) do update set units = d.units + excluded.units;
  return null;
end $$;
