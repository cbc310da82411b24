-- What came of each redemption, and its sums by code and day (decision 0185).
ALTER TABLE "promo_redemption" ADD COLUMN "given_units" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "topped_up_at" TIMESTAMPTZ(3), ADD COLUMN "subscribed_at" TIMESTAMPTZ(3);

CREATE TABLE "promo_day" (
    "day" DATE NOT NULL,
    "code" TEXT NOT NULL,
    "redeemed" INTEGER NOT NULL,
    "given_units" BIGINT NOT NULL,
    "topped_up" INTEGER NOT NULL,
    "subscribed" INTEGER NOT NULL,

    CONSTRAINT "promo_day_pkey" PRIMARY KEY ("day", "code")
) WITH (fillfactor = 80);

ALTER TABLE "promo_day" ADD CONSTRAINT "promo_day_code_fkey"
  FOREIGN KEY ("code") REFERENCES "promo_code"("code") ON DELETE CASCADE ON UPDATE CASCADE;

UPDATE promo_redemption r SET given_units = -e.units
FROM ledger_transaction t
JOIN ledger_entry e ON e.transaction_id = t.id
JOIN ledger_account a ON a.id = e.account_id AND a.kind = 'promo'
WHERE t.key = 'code:' || r.code || ':' || r.tenant_id;

UPDATE promo_redemption r SET
  topped_up_at = (SELECT min(t.at) FROM ledger_transaction t
    WHERE t.tenant_id = r.tenant_id AND t.unit = 'usd' AND t.kind = 'topup' AND t.at >= r.at),
  subscribed_at = (SELECT min(s.started_at) FROM subscription s
    WHERE s.tenant_id = r.tenant_id AND s.started_at >= r.at);

INSERT INTO promo_day (day, code, redeemed, given_units, topped_up, subscribed)
SELECT (at AT TIME ZONE 'UTC')::date, code, count(*), sum(given_units), count(topped_up_at), count(subscribed_at)
FROM promo_redemption GROUP BY 1, 2;

CREATE INDEX "promo_redemption_code_at_idx" ON "promo_redemption"("code", "at");

create function promo_sum() returns trigger language plpgsql as $$
begin
  insert into promo_day as d (day, code, redeemed, given_units, topped_up, subscribed)
  select (at at time zone 'UTC')::date, code, sum(sign), sum(sign * given_units),
    sum(sign * (topped_up_at is not null)::int), sum(sign * (subscribed_at is not null)::int)
  from (
    select -1 as sign, old.* where tg_op <> 'INSERT'
    union all
    select 1, new.* where tg_op <> 'DELETE') changes
  group by 1, 2 order by 1, 2
  on conflict (day, code) do update set redeemed = d.redeemed + excluded.redeemed,
    given_units = d.given_units + excluded.given_units, topped_up = d.topped_up + excluded.topped_up,
    subscribed = d.subscribed + excluded.subscribed;
  return null;
end $$;
create trigger promo_sum after insert or update or delete on promo_redemption
  for each row execute function promo_sum();

create function promo_subscribed() returns trigger language plpgsql as $$
begin
  update promo_redemption set subscribed_at = new.updated_at
  where tenant_id = new.tenant_id and user_id = new.id and subscribed_at is null;
  return null;
end $$;
create trigger promo_subscribed after update of codify_subscription_status on user_account for each row
  when (new.codify_subscription_status = 'active' and old.codify_subscription_status not in ('active', 'past_due'))
  execute function promo_subscribed();

create function promo_topped_up() returns trigger language plpgsql as $$
begin
  update promo_redemption set topped_up_at = new.at where tenant_id = new.tenant_id and topped_up_at is null;
  return null;
end $$;
create trigger promo_topped_up after insert on ledger_transaction for each row
  when (new.kind = 'topup' and new.unit = 'usd') execute function promo_topped_up();
