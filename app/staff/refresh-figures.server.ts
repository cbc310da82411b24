import { db, sweep } from "~/platform/db.server";
import { dayOf } from "~/platform/day-range";
import { isChargeSql } from "~/money/transaction-kinds";

/** The days of recent spending (A10). */
const DAYS = 30;
/** Days by which a posted movement may be late and still be seen. */
const LATE_DAYS = 2;
/** Tenants per statement: its locks are short. */
const AT_ONCE = 5_000;

/**
 * Refreshes money and coins of tenants with new movements, and of tenants for whom a day has left the 30-day window.
 * Coins include events that are not in the ledger yet. Idempotent.
 * @returns how many tenants were read.
 */
export async function refreshFigures({ now }: { now: Date }): Promise<number> {
  const today = dayOf(now);
  const tenantIds = await changedTenants(today);
  for (let from = 0; from < tenantIds.length; from += AT_ONCE) {
    await db.query(
      `insert into tenant_figures as f (tenant_id, balance, owed, spend, coins)
       select t.id, coalesce(a.balance, 0), greatest(0, -coalesce(a.owed, 0)), coalesce(d.spend, 0),
         coalesce(d.coins, 0) + coalesce(m.unposted, 0)
       from unnest($1::int[]) as asked(id) join tenant t on t.id = asked.id
       left join lateral (
         select sum(balance) filter (where kind in ('customer', 'owed')) as balance,
           sum(balance) filter (where kind = 'owed') as owed from ledger_account where tenant_id = t.id
       ) a on true
       left join lateral (
         select -sum(units) filter (where ${isChargeSql("kind")}) as spend, -sum(units) filter (where kind = 'spend') as coins
         from ledger_day where tenant_id = t.id and day > $2::date - ${DAYS} and day <= $2::date
       ) d on true
       left join coin_meter m on m.tenant_id = t.id
       order by t.id
       on conflict (tenant_id) do update set balance = excluded.balance, owed = excluded.owed, spend = excluded.spend,
         coins = excluded.coins
       where (f.balance, f.owed, f.spend, f.coins)
         is distinct from (excluded.balance, excluded.owed, excluded.spend, excluded.coins)`,
      [tenantIds.slice(from, from + AT_ONCE), today],
    );
  }
  await db.query(`insert into figures_read (id, at) values (1, $1) on conflict (id) do update set at = excluded.at`, [
    now,
  ]);
  return tenantIds.length;
}

/** Lists changed tenants; at first, and after a month without a run, every tenant that ever had a movement. */
async function changedTenants(today: string): Promise<number[]> {
  const rows = await sweep((connection) =>
    connection.query<{ id: number }>(
      `with last as (
         select coalesce((select (at at time zone 'UTC')::date from figures_read where at > $1::date - ${DAYS}), '-infinity') as day)
       select distinct tenant_id as id from ledger_day d, last
       where d.day >= last.day - ${LATE_DAYS} or d.day between last.day - ${DAYS} and $1::date - ${DAYS}
       union select tenant_id from coin_meter where unposted <> 0 order by id`,
      [today],
    ),
  );
  return rows.map(({ id }) => id);
}
