import { db } from "~/platform/db.server";
import { type Days, momentsOf } from "~/platform/day-range";
import type { MoneyFigure } from "./money-figures";
import type { Units } from "./units";

export type MoneySums = Record<MoneyFigure, Units>;

/** SQL of each figure (B20), over rows with an account of the house, a kind and units, for those that match `where`. */
const sums = (where: string) => `
  coalesce(sum(units) filter (where ${where} and account in ('revenue', 'refund')), 0)::bigint as revenue,
  coalesce(sum(units) filter (where ${where} and account = 'revenue'), 0)::bigint as charges,
  coalesce(-sum(units) filter (where ${where} and account = 'refund'), 0)::bigint as refunds,
  coalesce(-sum(units) filter (where ${where} and account = 'provider' and kind = 'topup'), 0)::bigint as "topUps",
  coalesce(sum(units) filter (where ${where} and account = 'provider' and kind <> 'topup'), 0)::bigint as returned,
  coalesce(-sum(units) filter (where ${where} and account in ('promo', 'adjustment')), 0)::bigint as credits`;

const HAS_MONEY = `account in ('revenue', 'refund', 'provider', 'promo', 'adjustment')`;

/** Splits of a report, in SQL over `ledger_hour`. A day, week or month is named by its first day. */
const SPLITS = {
  whole: `''`,
  day: `to_char(hour at time zone 'UTC', 'YYYY-MM-DD')`,
  week: `to_char(date_trunc('week', hour at time zone 'UTC'), 'YYYY-MM-DD')`,
  month: `to_char(date_trunc('month', hour at time zone 'UTC'), 'YYYY-MM-DD')`,
  cluster: "cluster_name",
  type: "gpu_type",
} as const;

export type MoneySplit = keyof typeof SPLITS;

export interface MoneyRow extends MoneySums {
  /** A first day, a cluster or a GPU type; empty for what belongs to none, such as volumes and top-ups. */
  key: string;
}

/** Sums the money of all tenants over days (UTC), from the sums by hour; parts without any are omitted. */
export async function sumMoney({ days, split }: { days: Days; split: MoneySplit }): Promise<MoneyRow[]> {
  const { from, until } = momentsOf(days);
  return await db.query<MoneyRow>(
    `select ${SPLITS[split]} as key, ${sums("true")} from ledger_hour
     where hour >= $1 and hour < $2 and ${HAS_MONEY} group by 1 order by 1`,
    [from, until],
  );
}

/** A tenant's money in months, and its revenue in the months before. */
export interface TenantMoney extends MoneySums {
  tenantId: number;
  tenantName: string;
  /** Revenue of the months that are compared. */
  before: Units;
  /** Number of tenants with that figure, listed or not. */
  of: number;
}

/** Orders of the tenants, in SQL: the largest figure first, or the largest change of revenue, up or down. */
const ORDERS = {
  revenue: "revenue",
  charges: "charges",
  refunds: "refunds",
  topUps: `"topUps"`,
  returned: "returned",
  credits: "credits",
  change: "abs(revenue - before)",
} as const satisfies Record<MoneyFigure | "change", string>;

export type TenantOrder = keyof typeof ORDERS;

/**
 * Lists tenants by their money in whole months, from the sums by month; those without the figure are omitted.
 * @param asked `months` and `before` are ranges of first days of months.
 */
export async function listTenantMoney(asked: {
  months: Days;
  before: Days | null;
  order: TenantOrder;
  limit: number;
}): Promise<TenantMoney[]> {
  return await db.query<TenantMoney>(
    `select summed.*, t.tenant_name as "tenantName", (count(*) over ())::int as "of" from (
       select tenant_id as "tenantId", ${sums("month between $1 and $2")},
         coalesce(sum(units) filter (where month between $3 and $4 and account in ('revenue', 'refund')), 0)::bigint as before
       from ledger_month where (month between $1 and $2 or month between $3 and $4) and ${HAS_MONEY}
       group by 1) summed
     join tenant t on t.id = summed."tenantId" where ${ORDERS[asked.order]} <> 0
     order by ${ORDERS[asked.order]} desc, 1 limit $5`,
    [asked.months.start, asked.months.end, asked.before?.start ?? null, asked.before?.end ?? null, asked.limit],
  );
}
