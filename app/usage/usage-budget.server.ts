import { db, transaction, type Tx } from "~/platform/db.server";
import { sumOfAll } from "~/platform/for-each";
import { notifyAll } from "~/platform/notify.server";
import { reachedPercent, NOTIFIED_SHARES } from "./inside/budgets/budget";
import { MONTH_COINS } from "./inside/budgets/month-coins";

export interface Budget {
  /** Coins of a month. */
  coins: number;
  /** Refuses holds beyond it. */
  hard: boolean;
}

export async function readBudget({ tenantId }: { tenantId: number }): Promise<Budget | null> {
  const [row] = await db.query<Budget>(`select coins::float8 as coins, hard from coin_budget where tenant_id = $1`, [
    tenantId,
  ]);
  return row ?? null;
}

/** Coins of a tenant's events of this month, counted as soon as they are accepted. */
export async function readMonthCoins({ tenantId, now }: { tenantId: number; now: Date }): Promise<bigint> {
  const [row] = await db.query<{ coins: bigint }>(
    `with a as (select date_trunc('month', $2::timestamptz, 'UTC') as month)
     select coalesce(${MONTH_COINS}, 0)::bigint as coins from coin_meter m cross join a where m.tenant_id = $1`,
    [tenantId, now],
  );
  return row?.coins ?? 0n;
}

/** Sets the amount that a tenant plans to spend in a month. Shares that are already spent are not notified. */
export async function setBudget(asked: { tenantId: number; coins: bigint; hard: boolean; now: Date }): Promise<void> {
  const { tenantId, coins, hard, now } = asked;
  const reached = reachedPercent({ spent: await readMonthCoins({ tenantId, now }), budget: coins });
  await db.query(
    `insert into coin_budget (tenant_id, coins, hard, told_month, told_percent)
     values ($1, $2, $3, date_trunc('month', $4::timestamptz at time zone 'UTC')::date, $5)
     on conflict (tenant_id) do update set coins = excluded.coins, hard = excluded.hard, told_month = excluded.told_month,
       told_percent = excluded.told_percent`,
    [tenantId, coins, hard, now, reached],
  );
}

export async function removeBudget({ tenantId }: { tenantId: number }): Promise<void> {
  await db.query(`delete from coin_budget where tenant_id = $1`, [tenantId]);
}

interface Reached {
  tenantId: number;
  percent: number;
  coins: bigint;
  month: string;
}

/**
 * Notifies tenants, on their screens and by mail, when the month's coins reach 50, 80 and 100% of their budget, once
 * each; of several at once only the largest. @returns the number of notified tenants.
 */
export async function notifyOfBudgets({ now }: { now: Date }): Promise<number> {
  const set = await db.query<{ id: number }>(`select tenant_id as id from coin_budget order by 1`);
  const ids = set.map(({ id }) => id);
  return await sumOfAll(ids, (tenantIds) => transaction((tx) => notifyReached(tx, tenantIds, now)));
}

async function notifyReached(tx: Tx, tenantIds: readonly number[], now: Date): Promise<number> {
  const reached = await tx.query<Reached>(
    `with a as (select date_trunc('month', $1::timestamptz, 'UTC') as month),
       spent as (
         select b.tenant_id, b.coins, (a.month at time zone 'UTC')::date as month, ${MONTH_COINS} as month_coins
         from coin_budget b join coin_meter m using (tenant_id) cross join a where b.tenant_id = any($3::int[])
       ),
       reached as (
         select tenant_id, max(share) as percent, month from spent join unnest($2::int[]) as told(share)
           on month_coins * 100 >= coins * share
         group by tenant_id, month
       )
       update coin_budget b set told_month = r.month, told_percent = r.percent from reached r
       where b.tenant_id = r.tenant_id and (b.told_month is distinct from r.month or b.told_percent < r.percent)
       returning b.tenant_id as "tenantId", r.percent, b.coins, to_char(r.month, 'YYYY-MM') as month`,
    [now, [...NOTIFIED_SHARES], tenantIds],
  );
  await notifyAll(
    tx,
    reached.map(({ tenantId, percent, coins, month }) => ({
      tenantId,
      retcode: percent === 100 ? "ERROR" : "OK",
      message: `${percent}% of your coin budget for ${month} is spent.`,
      url: "/usage",
      cause: `coin-budget:${tenantId}:${month}:${coins}:${percent}`,
      now,
      mail: { subject: `${percent}% of your coin budget is spent` },
      event: { type: "budget.reached", data: { of: "coins", month, percent, coins: Number(coins), dollars: 0 } },
    })),
  );
  return reached.length;
}
