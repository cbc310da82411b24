import { db } from "~/platform/db.server";
import { type Days, momentsOf } from "~/platform/day-range";
import type { MoneyFigure } from "./money-figures";
import type { Units } from "./units";

export type MoneySums = Record<MoneyFigure, Units>;

/** Money paid in without its VAT (B22), by card or by an invoice that is credited (B23): these accounts together. */
const PAID_IN = `account in ('provider', 'receivable', 'vat')`;

/** SQL of each figure (B20), over rows with an account of the house, a kind and units, for those that match `where`. */
const sums = (where: string) => `
  coalesce(sum(units) filter (where ${where} and account in ('revenue', 'refund')), 0)::bigint as revenue,
  coalesce(sum(units) filter (where ${where} and account = 'revenue'), 0)::bigint as charges,
  coalesce(-sum(units) filter (where ${where} and account = 'refund'), 0)::bigint as refunds,
  coalesce(-sum(units) filter (where ${where} and ${PAID_IN} and kind = 'topup'), 0)::bigint as "topUps",
  coalesce(sum(units) filter (where ${where} and ${PAID_IN} and kind not in ('topup', 'transfer')), 0)::bigint as returned,
  coalesce(sum(units) filter (where ${where} and account = 'vat'), 0)::bigint as vat,
  coalesce(-sum(units) filter (where ${where} and account in ('promo', 'adjustment')), 0)::bigint as credits`;

const HAS_MONEY = `account in ('revenue', 'refund', 'provider', 'receivable', 'vat', 'promo', 'adjustment')`;

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

/**
 * Orders of the tenants, in SQL over rows of `ledger_month` in the months $1 to $2, for `change` also of $3 to $4. A
 * figure that only orders may be inexact beyond 15 digits: adding floats takes a third of the time.
 */
const ORDERS = {
  revenue: `sum(units::float8) filter (where account in ('revenue', 'refund'))`,
  charges: `sum(units::float8) filter (where account = 'revenue')`,
  refunds: `-sum(units::float8) filter (where account = 'refund')`,
  topUps: `-sum(units::float8) filter (where ${PAID_IN} and kind = 'topup')`,
  returned: `sum(units::float8) filter (where ${PAID_IN} and kind not in ('topup', 'transfer'))`,
  vat: `sum(units::float8) filter (where account = 'vat')`,
  credits: `-sum(units::float8) filter (where account in ('promo', 'adjustment'))`,
  change: `abs(sum(case when month between $1 and $2 then units else -units end::float8) filter (where account in ('revenue', 'refund')))`,
} as const satisfies Record<MoneyFigure | "change", string>;

export type TenantOrder = keyof typeof ORDERS;

/** The accounts that an order reads; the others need not be read. */
const READ: Record<TenantOrder, string[]> = {
  revenue: ["revenue", "refund"],
  charges: ["revenue"],
  refunds: ["refund"],
  topUps: ["provider", "receivable", "vat"],
  returned: ["provider", "receivable", "vat"],
  vat: ["vat"],
  credits: ["promo", "adjustment"],
  change: ["revenue", "refund"],
};

/**
 * Lists tenants by their money in whole months, from the sums by month; those without the figure are omitted. The
 * largest are found first, and all figures are read for these only.
 * @param asked `months` and `before` are ranges of first days of months.
 */
export async function listTenantMoney(asked: {
  months: Days;
  before: Days | null;
  order: TenantOrder;
  limit: number;
}): Promise<TenantMoney[]> {
  return await db.query<TenantMoney>(
    `with picked as materialized (
       select tenant_id, figure, (count(*) over ())::int as "of" from (
         select tenant_id, ${ORDERS[asked.order]} as figure from ledger_month
         where (month between $1 and $2 or ($6 and month between $3 and $4)) and account = any($7::text[])
         group by 1) figures
       where figure <> 0 order by figure desc, tenant_id limit $5)
     select picked.tenant_id as "tenantId", t.tenant_name as "tenantName", picked."of", summed.*
     from picked join tenant t on t.id = picked.tenant_id
     cross join lateral (
       select ${sums("month between $1 and $2")},
         coalesce(sum(units) filter (where month between $3 and $4 and account in ('revenue', 'refund')), 0)::bigint as before
       from ledger_month where tenant_id = picked.tenant_id) summed
     order by figure desc, picked.tenant_id`,
    [
      ...[asked.months.start, asked.months.end, asked.before?.start ?? null, asked.before?.end ?? null],
      ...[asked.limit, asked.order === "change", READ[asked.order]],
    ],
  );
}
