import { db, type Queryable, transaction } from "~/platform/db.server";
import { readMoney } from "~/money/read-money.server";
import type { Unposted } from "~/money/shown-money";
import { asUnits, type Cents, centsToUnits, type Units } from "~/money/units";
import { type BudgetSettings, reachedShare } from "./budget";
import { isChargeSql } from "~/money/transaction-kinds";

/** A tenant's budget and its current state; `settings` is null if nothing is set. */
export interface BudgetStanding {
  settings: BudgetSettings | null;
  /** The cost of tasks in this month (UTC), as screens show it. */
  spentUnits: Units;
}

/** Reads the budget from posted amounts and adds `unposted`: the costs that were not posted yet when `q` reads. */
export async function readSpendBudget(
  { tenantId, unposted, now }: { tenantId: number; unposted: readonly Unposted[]; now: Date },
  q: Queryable,
): Promise<BudgetStanding> {
  const [row] = await q.query<{ cents: bigint | null; told_at: number[]; below_cents: bigint | null }>(
    `select cents, told_at, below_cents from spend_budget where tenant_id = $1`,
    [tenantId],
  );
  const postedUnits: bigint = await readMonthSpend({ tenantId, now }, q);
  const spentUnits = asUnits(unposted.reduce((sum, { units }) => sum + units, postedUnits));
  const settings = row && {
    cents: row.cents as Cents | null,
    toldAt: row.told_at,
    belowCents: row.below_cents as Cents | null,
  };
  return { settings: settings ?? null, spentUnits };
}

/** Sums at most 31 days. Incident refunds are credits and do not count. */
async function readMonthSpend({ tenantId, now }: { tenantId: number; now: Date }, q: Queryable = db): Promise<Units> {
  const [row] = await q.query<{ units: bigint }>(
    `select coalesce(-sum(units), 0)::bigint as units from ledger_day
     where tenant_id = $1 and unit = 'usd' and ${isChargeSql("kind")}
       and day >= date_trunc('month', $2::timestamptz at time zone 'UTC')::date and day <= ($2::timestamptz at time zone 'UTC')::date`,
    [tenantId, now],
  );
  return asUnits(row?.units ?? 0n);
}

/** Stores a tenant's settings. Limits already reached when they are set cause no notification (B18). */
export async function setSpendBudget(asked: { tenantId: number; settings: BudgetSettings; now: Date }): Promise<void> {
  const { tenantId, settings, now } = asked;
  const { cents, toldAt, belowCents } = settings;
  const [spentUnits, money] = await Promise.all([readMonthSpend({ tenantId, now }), readMoney({ tenantId, now })]);
  const reached = reachedShare({ spentUnits, cents, toldAt });
  const below = belowCents !== null && money.availableUnits < centsToUnits(belowCents);
  await transaction(async (tx) => {
    await tx.query(
      `insert into spend_budget (tenant_id, cents, told_at, told_month, told_percent, below_cents, told_below)
       values ($1, $2, $3, date_trunc('month', $4::timestamptz at time zone 'UTC')::date, $5, $6, $7)
       on conflict (tenant_id) do update set cents = excluded.cents, told_at = excluded.told_at,
         told_month = excluded.told_month, told_percent = excluded.told_percent, below_cents = excluded.below_cents,
         told_below = excluded.told_below`,
      [tenantId, cents, toldAt, now, reached, belowCents, below],
    );
  });
}
