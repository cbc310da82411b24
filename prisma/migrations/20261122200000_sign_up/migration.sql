-- What staff look at of where customers come from and how far they go (decision 0184): one row per registration with the
-- times of its first steps, and its sums by day, so that no screen looks for them among all tasks, keys and postings.
CREATE TABLE "sign_up" (
    "user_id" INTEGER NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "customer" BOOLEAN NOT NULL,
    "pro" BOOLEAN NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "first_key_at" TIMESTAMPTZ(3),
    "first_task_at" TIMESTAMPTZ(3),
    "first_topup_at" TIMESTAMPTZ(3),
    "second_topup_at" TIMESTAMPTZ(3),
    "paid_units" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sign_up_pkey" PRIMARY KEY ("user_id")
) WITH (fillfactor = 80);

CREATE TABLE "sign_up_day" (
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "pro" BOOLEAN NOT NULL,
    "users" INTEGER NOT NULL,
    "removed" INTEGER NOT NULL,
    "confirmed" INTEGER NOT NULL,
    "with_key" INTEGER NOT NULL,
    "with_task" INTEGER NOT NULL,
    "with_topup" INTEGER NOT NULL,
    "with_second" INTEGER NOT NULL,
    "paying" INTEGER NOT NULL,
    "paid_units" BIGINT NOT NULL,

    CONSTRAINT "sign_up_day_pkey" PRIMARY KEY ("day", "source", "pro")
) WITH (fillfactor = 80);

ALTER TABLE "sign_up" ADD CONSTRAINT "sign_up_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of what was before: an address was confirmed when its link was used or the welcome credit came, else at once.
INSERT INTO sign_up (user_id, tenant_id, registered_at, source, customer, pro, confirmed_at)
SELECT u.id, u.tenant_id, u.created_at, u.source, u.role = 'customer',
  u.codify_subscription_status IN ('active', 'trial', 'past_due'),
  CASE WHEN u.state <> 'unverified' THEN coalesce(
    (SELECT min(l.used_at) FROM mail_link l WHERE l.user_id = u.id AND l.kind = 'confirm'),
    (SELECT t.at FROM ledger_transaction t WHERE t.key = 'welcome:' || u.id),
    u.created_at) END
FROM user_account u;

CREATE INDEX "sign_up_tenant_id_idx" ON "sign_up"("tenant_id");

UPDATE sign_up s SET first_task_at = f.at
FROM (SELECT tenant_id, min(accepted_at) AS at FROM task GROUP BY 1) f WHERE f.tenant_id = s.tenant_id;

-- A task needs a key: where the first one is gone, it was there by then.
UPDATE sign_up s SET first_key_at = least(f.at, s.first_task_at)
FROM (SELECT tenant_id, min(created_at) AS at FROM ssh_key GROUP BY 1) f WHERE f.tenant_id = s.tenant_id;
UPDATE sign_up SET first_key_at = first_task_at WHERE first_key_at IS NULL AND first_task_at IS NOT NULL;

UPDATE sign_up s SET first_topup_at = f.times[1], second_topup_at = f.times[2]
FROM (SELECT tenant_id, array_agg(at ORDER BY at, id) AS times FROM ledger_transaction
  WHERE kind = 'topup' AND unit = 'usd' GROUP BY 1) f
WHERE f.tenant_id = s.tenant_id;

UPDATE sign_up s SET paid_units = f.units
FROM (SELECT tenant_id, sum(units)::bigint AS units FROM ledger_day WHERE kind = 'topup' GROUP BY 1) f
WHERE f.tenant_id = s.tenant_id;

-- Medians are taken of every 128th registration where there are too many to look at all of them.
CREATE INDEX "sign_up_slot_registered_at_idx" ON "sign_up"((user_id % 128), "registered_at") WHERE customer;

-- What a registration adds to its day. A step counts with all those before it, in whatever order they came.
create function sign_up_counts(s sign_up) returns sign_up_day language sql immutable as $$
  select (s.registered_at at time zone 'UTC')::date, s.source, s.pro, 1, 0,
    (s.confirmed_at is not null)::int,
    (num_nulls(s.confirmed_at, s.first_key_at) = 0)::int,
    (num_nulls(s.confirmed_at, s.first_key_at, s.first_task_at) = 0)::int,
    (num_nulls(s.confirmed_at, s.first_key_at, s.first_task_at, s.first_topup_at) = 0)::int,
    (num_nulls(s.confirmed_at, s.first_key_at, s.first_task_at, s.first_topup_at, s.second_topup_at) = 0)::int,
    (s.first_topup_at is not null)::int,
    s.paid_units
$$;

insert into sign_up_day
select (c).day, (c).source, (c).pro, sum((c).users), 0, sum((c).confirmed), sum((c).with_key), sum((c).with_task),
  sum((c).with_topup), sum((c).with_second), sum((c).paying), sum((c).paid_units)
from (select sign_up_counts(s) as c from sign_up s where s.customer) counted group by 1, 2, 3;

-- The change of one registration, taken from and added to the sums of its day; in one order, so that two changes at once
-- wait for each other and no more. One that is removed, since nobody confirmed it, stays counted as that.
create function sign_up_sum() returns trigger language plpgsql as $$
begin
  insert into sign_up_day as d
  select (c).day, (c).source, (c).pro, sum(sign * (c).users), sum((tg_op = 'DELETE')::int), sum(sign * (c).confirmed),
    sum(sign * (c).with_key), sum(sign * (c).with_task), sum(sign * (c).with_topup), sum(sign * (c).with_second),
    sum(sign * (c).paying), sum(sign * (c).paid_units)
  from (
    select -1 as sign, sign_up_counts(old) as c where tg_op <> 'INSERT' and old.customer
    union all
    select 1, sign_up_counts(new) where tg_op <> 'DELETE' and new.customer) changes
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, source, pro) do update set
    users = d.users + excluded.users, removed = d.removed + excluded.removed,
    confirmed = d.confirmed + excluded.confirmed, with_key = d.with_key + excluded.with_key,
    with_task = d.with_task + excluded.with_task, with_topup = d.with_topup + excluded.with_topup,
    with_second = d.with_second + excluded.with_second, paying = d.paying + excluded.paying,
    paid_units = d.paid_units + excluded.paid_units;
  return null;
end $$;
create trigger sign_up_sum after insert or update or delete on sign_up for each row execute function sign_up_sum();

-- The registration follows its user: what it is, and whether it was confirmed.
create function sign_up_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into sign_up (user_id, tenant_id, registered_at, source, customer, pro, confirmed_at)
    values (new.id, new.tenant_id, new.created_at, new.source, new.role = 'customer',
      new.codify_subscription_status in ('active', 'trial', 'past_due'),
      case when new.state <> 'unverified' then new.created_at end);
  else
    update sign_up set tenant_id = new.tenant_id, registered_at = new.created_at, source = new.source,
      customer = new.role = 'customer', pro = new.codify_subscription_status in ('active', 'trial', 'past_due'),
      confirmed_at = case when new.state = 'active' then coalesce(confirmed_at, new.updated_at) else confirmed_at end
    where user_id = new.id;
  end if;
  return null;
end $$;
create trigger sign_up_insert after insert on user_account for each row execute function sign_up_follow();
create trigger sign_up_follow after update of tenant_id, created_at, source, role, state, codify_subscription_status
  on user_account for each row
  when ((old.tenant_id, old.created_at, old.source, old.role, old.state, old.codify_subscription_status)
    is distinct from (new.tenant_id, new.created_at, new.source, new.role, new.state, new.codify_subscription_status))
  execute function sign_up_follow();

create function sign_up_first_key() returns trigger language plpgsql as $$
begin
  update sign_up s set first_key_at = f.at
  from (select tenant_id, min(created_at) as at from inserted group by 1) f
  where s.tenant_id = f.tenant_id and s.first_key_at is null;
  return null;
end $$;
create trigger sign_up_first_key after insert on ssh_key referencing new table as inserted
  for each statement execute function sign_up_first_key();

create function sign_up_first_task() returns trigger language plpgsql as $$
begin
  update sign_up s set first_task_at = f.at
  from (select tenant_id, min(accepted_at) as at from inserted group by 1) f
  where s.tenant_id = f.tenant_id and s.first_task_at is null;
  return null;
end $$;
create trigger sign_up_first_task after insert on task referencing new table as inserted
  for each statement execute function sign_up_first_task();

-- A settled top-up is one posting of that kind.
create function sign_up_topup() returns trigger language plpgsql as $$
begin
  update sign_up set second_topup_at = case when first_topup_at is not null then new.at end,
    first_topup_at = coalesce(first_topup_at, new.at)
  where tenant_id = new.tenant_id and second_topup_at is null;
  return null;
end $$;
create trigger sign_up_topup after insert on ledger_transaction for each row
  when (new.kind = 'topup' and new.unit = 'usd') execute function sign_up_topup();

create function sign_up_paid() returns trigger language plpgsql as $$
begin
  update sign_up set paid_units = paid_units + new.units - case when tg_op = 'UPDATE' then old.units else 0 end
  where tenant_id = new.tenant_id;
  return null;
end $$;
create trigger sign_up_paid after insert or update of units on ledger_day for each row
  when (new.kind = 'topup' and new.unit = 'usd') execute function sign_up_paid();

-- What people wrote of where they come from, by day, read from the index alone.
CREATE INDEX "user_account_source_text_idx" ON "user_account"("created_at", "source_text")
  WHERE role = 'customer' AND source = 'other';
