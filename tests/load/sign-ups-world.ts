import type { Queryable } from "~/platform/db.server";

const CODES = 60;

/** The first steps of all users, trials of some, and one redemption of a code by each user. Without triggers. */
export async function fillSignUps(connection: Queryable, now: Date): Promise<void> {
  await connection.query(`truncate sign_up, sign_up_day`);
  await connection.query(
    `insert into sign_up (user_id, tenant_id, registered_at, source, customer, pro, confirmed_at, first_key_at,
       first_task_at, first_topup_at, second_topup_at, paid_units)
     select id, tenant_id, created_at, source, true, codify_subscription_status in ('active', 'trial'),
       case when id % 10 > 1 then created_at + make_interval(mins => id % 600) end,
       case when id % 10 > 2 then created_at + make_interval(hours => id % 70) end,
       case when id % 10 > 4 then created_at + make_interval(hours => id % 300) end,
       case when id % 10 > 5 then created_at + make_interval(hours => id % 700) end,
       case when id % 10 > 7 then created_at + make_interval(hours => 700 + id % 900) end, id % 100 * 360000
     from user_account`,
  );
  await connection.query(
    `insert into sign_up_day
     select (c).day, (c).source, (c).pro, sum((c).users), 0, sum((c).confirmed), sum((c).with_key), sum((c).with_task),
       sum((c).with_topup), sum((c).with_second), sum((c).paying), sum((c).paid_units)
     from (select sign_up_counts(s) as c from sign_up s) counted group by 1, 2, 3`,
  );
  await connection.query(
    `insert into trial (user_id, trial_start, trial_end)
     select id, created_at, created_at + interval '14 days' from user_account where codify_subscription_status = 'trial'`,
  );
  await connection.query(
    `insert into promo_code (code, name, kind, value, duration, times_redeemed, created_at)
     select 'CODE-' || n, 'Code ' || n, 'balance_credit', 1000, 'once', (select count(*) / ${CODES} from user_account), $1
     from generate_series(1, ${CODES}) n`,
    [now],
  );
  await connection.query(
    `insert into promo_redemption (code, tenant_id, user_id, at, given_units, topped_up_at)
     select 'CODE-' || 1 + id % ${CODES}, tenant_id, id, created_at, 3600000, case when id % 5 = 0 then created_at end
     from user_account`,
  );
  await connection.query(
    `insert into promo_day (day, code, redeemed, given_units, topped_up, subscribed)
     select (at at time zone 'UTC')::date, code, count(*), sum(given_units), count(topped_up_at), 0
     from promo_redemption group by 1, 2`,
  );
}
