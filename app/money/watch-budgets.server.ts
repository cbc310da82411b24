import { db, transaction, type Tx } from "~/platform/db.server";
import { forEach, forEachStep, sumOfAll } from "~/platform/for-each";
import { type Notice, notify, notifyAll } from "~/platform/notify.server";
import { centsText } from "~/platform/cents-text";
import { CHARGED_TENANTS } from "./list-charged-tenants.server";
import { type Money, readMoneyOf } from "./read-money.server";
import { type Cents, centsToDollars, centsToUnits, unitsToDollars2, wholeCents } from "./units";
import { isChargeSql } from "./transaction-kinds";

/**
 * Notifies tenants: once per month and share of the budget, and once when the balance falls below their amount, until
 * it is above again (B18). It compares the current state, so it may run at any time, in several workers, and again
 * after a crash.
 */
export async function watchBudgets({ now }: { now: Date }): Promise<{ budgets: number; balances: number }> {
  const told = { budgets: 0, balances: 0 };
  await forEachStep({
    shares: async () => (told.budgets = await notifyOfShares(now)),
    "low balances": async () => (told.balances = await watchBelow(now)),
  });
  return told;
}

interface Reached {
  tenantId: number;
  percent: number;
  cents: Cents;
  month: string;
}

/** Notifies of reached shares; of several at once, only of the largest. The worker that updates the row notifies. */
async function notifyOfShares(now: Date): Promise<number> {
  const set = await db.query<{ id: number }>(
    `select tenant_id as id from spend_budget where cents is not null order by 1`,
  );
  const ids = set.map(({ id }) => id);
  return await sumOfAll(ids, (tenantIds) =>
    transaction(async (tx) => {
      const reached = await tx.query<Reached>(REACHED, [now, tenantIds]);
      await notifyAll(
        tx,
        reached.map((one) => noticeOf(one, now)),
      );
      return reached.length;
    }),
  );
}

function noticeOf({ tenantId, percent, cents, month }: Reached, now: Date): Notice {
  const text = `You have spent ${percent}% of your ${centsText(cents)} budget for ${month}.`;
  return {
    tenantId,
    retcode: percent >= 100 ? "ERROR" : "OK",
    message: text,
    url: "/billing/budget",
    cause: `spend-budget:${tenantId}:${month}:${cents}:${percent}`,
    now,
    mail: {
      subject: `${percent}% of your monthly budget is spent`,
      text: `${text} Your tasks keep running: a budget notifies you and stops nothing.`,
    },
    event: { type: "budget.reached", data: { of: "money", month, percent, coins: 0, dollars: centsToDollars(cents) } },
  };
}

/** Each tenant's days of the month are one range of the primary key of `ledger_day`. */
const REACHED = `
  with month as (
    select date_trunc('month', $1::timestamptz at time zone 'UTC')::date as first
  ), spent as (
    select b.tenant_id, b.cents, b.told_at, month.first as month, -sum(d.units) as units
    from spend_budget b cross join month
    join ledger_day d on d.tenant_id = b.tenant_id and d.unit = 'usd' and ${isChargeSql("d.kind")}
      and d.day >= month.first and d.day < month.first + interval '1 month'
    where b.cents is not null and b.tenant_id = any($2::int[]) group by b.tenant_id, month.first
  ), reached as (
    select tenant_id, cents, told_at, month, max(share) as percent from spent cross join unnest(told_at) as told(share)
    where units * 100 >= cents * 3600 * share group by tenant_id, cents, told_at, month
  )
  update spend_budget b set told_month = r.month, told_percent = r.percent from reached r
  where b.tenant_id = r.tenant_id and b.cents = r.cents and b.told_at = r.told_at
    and (b.told_month is distinct from r.month or b.told_percent < r.percent)
  returning b.tenant_id as "tenantId", r.percent, b.cents, to_char(r.month, 'YYYY-MM') as month`;

interface Watched {
  tenantId: number;
  belowCents: Cents;
  toldBelow: boolean;
}

async function watchBelow(now: Date): Promise<number> {
  const watched = new Map((await db.query<Watched>(WATCHED)).map((one) => [one.tenantId, one]));
  let told = 0;
  await forEach(await readMoneyOf({ tenantIds: [...watched.keys()], now }), async (money) => {
    const one = watched.get(money.tenantId);
    const below = one !== undefined && money.availableUnits < centsToUnits(one.belowCents);
    if (!one || below === one.toldBelow) return;
    if (await transaction((tx) => changeBelow(tx, one, money, now))) told += 1;
  });
  return told;
}

/** Tenants whose state may have changed: unposted charges move the balance of those with running tasks or volumes. */
const WATCHED = `
  select b.tenant_id as "tenantId", b.below_cents as "belowCents", b.told_below as "toldBelow"
  from spend_budget b
  join ledger_account account on account.tenant_id = b.tenant_id and account.unit = 'usd'
  left join (${CHARGED_TENANTS} union select tenant_id from task where state = 'stopping') running
    on running.tenant_id = b.tenant_id
  where b.below_cents is not null
  group by b.tenant_id, running.tenant_id
  having (sum(account.balance) < b.below_cents * 3600) <> b.told_below or running.tenant_id is not null
  order by b.tenant_id`;

async function changeBelow(tx: Tx, { tenantId, belowCents, toldBelow }: Watched, money: Money, now: Date) {
  const changed = await tx.query(
    `update spend_budget set told_below = not told_below
     where tenant_id = $1 and below_cents = $2 and told_below = $3 returning 1`,
    [tenantId, belowCents, toldBelow],
  );
  if (changed.length === 0 || toldBelow) return false;
  const message = `Your balance is ${centsText(wholeCents(money.availableUnits))}, below the ${centsText(belowCents)} that you set.`;
  await notify(tx, {
    ...{ tenantId, retcode: "ERROR", message, url: "/billing", now },
    cause: `balance-below:${tenantId}:${belowCents}:${now.getTime()}`,
    mail: { subject: `Your balance is below ${centsText(belowCents)}` },
    event: {
      type: "balance.below",
      data: { below_dollars: centsToDollars(belowCents), dollars: unitsToDollars2(money.availableUnits) },
    },
  });
  return true;
}
