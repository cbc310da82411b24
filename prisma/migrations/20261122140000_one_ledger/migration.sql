-- Money and coins become one ledger. An account says by columns what it is and what it counts: `usd` in 1/3600 cent,
-- `coin` in whole coins. Nobody may post while the coins are carried over.
LOCK TABLE coin_account, coin_transaction, coin_entry, ledger_account, ledger_transaction, ledger_entry
  IN ACCESS EXCLUSIVE MODE;

-- ─── Accounts ──────────────────────────────────────────────────────────────────────────────────
ALTER TABLE "ledger_account"
  ADD COLUMN "kind" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "unit" TEXT NOT NULL DEFAULT 'usd',
  DROP CONSTRAINT "ledger_customer_not_below_zero",
  DROP CONSTRAINT "ledger_owed_not_above_zero";

UPDATE ledger_account SET kind = split_part(name, ':', 1);

ALTER TABLE "ledger_account"
  ALTER COLUMN "kind" DROP DEFAULT,
  ALTER COLUMN "unit" DROP DEFAULT,
  DROP COLUMN "name",
  ADD CONSTRAINT "ledger_customer_not_below_zero" CHECK ("kind" <> 'customer' OR "balance" >= 0),
  ADD CONSTRAINT "ledger_owed_not_above_zero" CHECK ("kind" <> 'owed' OR "balance" <= 0),
  ADD CONSTRAINT "ledger_account_unit_known" CHECK ("unit" IN ('usd', 'coin')),
  -- The house may get accounts without a migration; what a tenant has is fixed.
  ADD CONSTRAINT "ledger_account_of_tenant" CHECK (
    ("tenant_id" IS NOT NULL) = ("kind" IN ('customer', 'owed', 'coins'))
    AND ("tenant_id" IS NULL OR ("unit" = 'coin') = ("kind" = 'coins')));

DROP INDEX "ledger_account_tenant_id_idx";
-- One of each kind per tenant, and one of each kind of the house, where the tenant is null.
CREATE UNIQUE INDEX "ledger_account_tenant_id_kind_key" ON "ledger_account"("tenant_id", "kind") NULLS NOT DISTINCT;

-- ─── Transactions and sums by hour ─────────────────────────────────────────────────────────────
ALTER TABLE "ledger_transaction" ADD COLUMN "unit" TEXT NOT NULL DEFAULT 'usd';
ALTER TABLE "ledger_transaction"
  ALTER COLUMN "unit" DROP DEFAULT,
  ADD CONSTRAINT "ledger_transaction_unit_known" CHECK ("unit" IN ('usd', 'coin')),
  ADD CONSTRAINT "ledger_transaction_coin_kind_known" CHECK ("unit" <> 'coin' OR "kind" IN ('grant', 'spend'));

-- A tenant's movements of money are found without passing over those of coins.
DROP INDEX "ledger_transaction_tenant_id_at_idx";
CREATE INDEX "ledger_transaction_tenant_id_unit_at_idx" ON "ledger_transaction"("tenant_id", "unit", "at");

ALTER TABLE "ledger_hour" ADD COLUMN "unit" TEXT NOT NULL DEFAULT 'usd';
ALTER TABLE "ledger_hour" ALTER COLUMN "unit" DROP DEFAULT;

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
  return null;
end $$;

-- ─── Coins ─────────────────────────────────────────────────────────────────────────────────────
INSERT INTO ledger_account (kind, unit, tenant_id) SELECT 'coins', 'coin', id FROM tenant ORDER BY id;
INSERT INTO ledger_account (kind, unit) VALUES ('grant', 'coin'), ('spend', 'coin');

-- The hash of the content as the ledger makes it: a grant that is posted again is still recognised.
INSERT INTO ledger_transaction (key, content_hash, kind, unit, tenant_id, description, at)
SELECT c.key,
  encode(sha256(convert_to(concat_ws('|', c.kind, c.tenant_id, '', c.kind || ':' || -moved.coins, 'tenant:' || moved.coins),
    'UTF8')), 'hex'),
  c.kind, 'coin', c.tenant_id, c.description, c.at
FROM coin_transaction c
JOIN (SELECT e.transaction_id, sum(e.coins) AS coins FROM coin_entry e
  JOIN coin_account a ON a.id = e.account_id AND a.tenant_id IS NOT NULL GROUP BY 1) moved ON moved.transaction_id = c.id
ORDER BY c.id;

-- By one statement, through the trigger: it proves them, and makes balances and sums by hour.
INSERT INTO ledger_entry (transaction_id, account_id, units)
SELECT t.id, of.new_id, e.coins
FROM coin_entry e
JOIN coin_transaction c ON c.id = e.transaction_id
JOIN ledger_transaction t ON t.key = c.key
JOIN (
  SELECT o.id AS old_id, a.id AS new_id FROM coin_account o
  JOIN ledger_account a ON a.tenant_id = o.tenant_id AND a.kind = 'coins'
  UNION ALL
  SELECT o.id, a.id FROM coin_account o JOIN ledger_account a ON a.tenant_id IS NULL AND a.kind = o.name
  WHERE o.tenant_id IS NULL
) of ON of.old_id = e.account_id
ORDER BY e.id;

DROP TABLE coin_entry, coin_transaction, coin_account;
DROP FUNCTION coin_entries_post();
