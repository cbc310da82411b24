import type { Queryable } from "~/platform/db.server";
import { OWN_TASKS } from "./past";

const ENTRIES = 100_000_000;
const DAYS = 730;
const TOP_UPS = 300_000;
const DIFFERENCES = 500;

/**
 * The ledger as sums of each hour and day, one tenant's movements, top-ups, and the checks' findings. Without triggers.
 */
export async function fillMoney(connection: Queryable, now: Date): Promise<void> {
  await connection.query(
    `insert into ledger_hour (hour, account, unit, kind, cluster_name, gpu_type, writer, units, entries)
     select date_trunc('hour', $1::timestamptz - n * interval '1 hour', 'UTC'), account, unit, kind,
       case when account = 'revenue' then 'cluster-' || place else '' end, case when account = 'revenue' then 'a5000' else '' end,
       0, units / case when account = 'revenue' then 6 else 1 end, $2::bigint / ($3 * 24 * 10)
     from generate_series(0, $3::int * 24 - 1) n, generate_series(1, 6) place, (values
       ('customer', 'usd', 'task', -36000000), ('revenue', 'usd', 'task', 36000000), ('provider', 'usd', 'topup', -40000000),
       ('customer', 'usd', 'topup', 40000000), ('promo', 'usd', 'coupon', -400000), ('customer', 'usd', 'coupon', 400000),
       ('refund', 'usd', 'refund', -4000), ('customer', 'usd', 'refund', 4000), ('coins', 'coin', 'spend', -9000000),
       ('spend', 'coin', 'spend', 9000000)) sums(account, unit, kind, units)
     where place = 1 or account = 'revenue' on conflict do nothing`,
    [now, ENTRIES, DAYS],
  );
  // A thousand nodes have room for this number of customers in a month.
  await connection.query(
    `insert into ledger_month (month, account, kind, tenant_id, units)
     select (date_trunc('month', $1::timestamptz at time zone 'UTC') - n * interval '1 month')::date, account, kind, t.id, 360000
     from tenant t, generate_series(0, 23) n, (values ('revenue', 'task'), ('provider', 'topup')) sums(account, kind)
     where t.id % 50 = n % 50 or t.id <= 5000`,
    [now],
  );
  await connection.query(
    `insert into ledger_account (kind, unit, tenant_id, balance)
     select kind, unit, t.id, case kind when 'owed' then 0 else 360000000 end
     from tenant t,
       (values ('customer', 'usd'), ('owed', 'usd'), ('coins', 'coin')) kinds(kind, unit)`,
  );
  await connection.query(
    `with own as (select resv_guid, row_number() over () as n, accepted_at from task where tenant_id = 1 limit $1),
     posted as (
       insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, resv_guid, at)
       select 'bench:' || n, '', 'task', 'usd', 1, resv_guid, accepted_at from own returning id)
     insert into ledger_entry (transaction_id, account_id, units)
     select posted.id, a.id, case a.kind when 'customer' then -342000 else 342000 end
     from posted, ledger_account a where a.kind = 'revenue' or a.kind = 'customer' and a.tenant_id = 1`,
    [OWN_TASKS],
  );
  await connection.query(
    `insert into top_up (topup_id, tenant_id, cents, way, state, received_cents, created_at, asked_at, settled_at, number)
     select gen_random_uuid(), case when n <= 60 then 1 else n end, 5000, 'saved_card', state, case state when 'settled' then 5000 else 0 end,
       at, at, case state when 'settled' then at end, case state when 'settled' then 'MR-2026-' || lpad(n::text, 6, '0') end
     from generate_series(1, $1::int) n,
       lateral (select case when n % 50 = 0 then 'failed' when n % 1001 = 0 then 'pending' else 'settled' end as state,
         $2::timestamptz - n * interval '3 minutes' as at) facts`,
    [TOP_UPS, now],
  );
  await connection.query(
    `insert into reconcile_difference (check_name, kind, subject, text, first_seen_at, last_seen_at)
     select 'movements', 'missing', 'ch_' || n, 'It is not in the ledger.', $2, $2 from generate_series(1, $1::int) n`,
    [DIFFERENCES, now],
  );
}
