-- What was posted by hour, account and kind, so that no request sums the ledger. Kept by the statement that posts, in
-- the posting's own transaction. Each connection adds to rows of its own: the house's accounts have none that two
-- postings could wait for (see ledger_account).
CREATE TABLE "ledger_hour" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "account" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "writer" INTEGER NOT NULL,
    "units" BIGINT NOT NULL,
    "entries" BIGINT NOT NULL,

    CONSTRAINT "ledger_hour_pkey" PRIMARY KEY ("hour", "account", "kind", "writer")
) WITH (fillfactor = 50);

insert into ledger_hour (hour, account, kind, writer, units, entries)
select date_trunc('hour', t.at, 'UTC'), split_part(a.name, ':', 1), t.kind, 0, sum(e.units), count(*)
from ledger_entry e join ledger_transaction t on t.id = e.transaction_id join ledger_account a on a.id = e.account_id
group by 1, 2, 3;

create or replace function ledger_entries_post() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transaction_id having sum(units) <> 0 or count(*) < 2) then
    raise exception 'the entries of a ledger transaction must sum to 0'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_sums_to_zero';
  end if;
  update ledger_account a set balance = a.balance + s.units
    from (select account_id, sum(units)::bigint as units from inserted group by account_id) s
    where a.id = s.account_id and a.tenant_id is not null;
  insert into ledger_hour as h (hour, account, kind, writer, units, entries)
    select date_trunc('hour', t.at, 'UTC'), split_part(a.name, ':', 1), t.kind, pg_backend_pid(), sum(i.units), count(*)
    from inserted i join ledger_transaction t on t.id = i.transaction_id join ledger_account a on a.id = i.account_id
    group by 1, 2, 3
    on conflict (hour, account, kind, writer) do update
      set units = h.units + excluded.units, entries = h.entries + excluded.entries;
  return null;
end $$;

-- What the last comparison with the payment provider came to.
CREATE TABLE "compared_sum" (
    "subject" TEXT NOT NULL,
    "ledger_units" BIGINT NOT NULL,
    "provider_units" BIGINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "compared_sum_pkey" PRIMARY KEY ("subject")
);
