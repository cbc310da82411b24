import { db } from "~/db.server";
import { asUnits, type Units, ZERO } from "~/domain/billing/units";
import { BOTH, PROVIDER_ENTRIES } from "./compare-keys.server";

/** One line of ledger against provider. */
export interface BothSides {
  /** `later`: what neither side was asked about yet. */
  subject: "payments" | "refunds" | "disputes" | "unbacked" | "later";
  ledgerUnits: Units;
  providerUnits: Units;
}

export interface Books {
  /** Top-ups, their refunds and disputes, postings that no payment stands behind, and what came after the last check. */
  sides: BothSides[];
  /** What else moved at the provider, which the ledger of balances does not hold. */
  others: { subject: "fees" | "payouts" | "other"; units: Units }[];
  /** Sums of the ledger's accounts, those of tenants together; all of them together are 0. */
  accounts: { name: string; units: Units; entries: bigint }[];
}

/**
 * The house's books as they stand: exact sums of all entries and of all movements that were read. The two sides are held
 * against each other up to what the last check has compared, as it did; null: nothing was compared yet.
 */
export async function readBooks({ comparedUntil }: { comparedUntil: Date | null }): Promise<Books> {
  const [sides, others, accounts] = await Promise.all([
    db.query<BothSides>(SIDES, [comparedUntil]),
    db.query<{ subject: "fees" | "payouts" | "other"; units: Units }>(OTHERS),
    db.query<{ name: string; units: Units; entries: bigint }>(ACCOUNTS),
  ]);
  return { sides, others, accounts };
}

export function sumOf<Row>(rows: readonly Row[], unitsOf: (row: Row) => Units): Units {
  return rows.reduce((sum, row) => asUnits(sum + unitsOf(row)), ZERO);
}

const SIDES = `
  with ${BOTH},
  subjects(subject, place) as (
    values ('payments', 1), ('refunds', 2), ('disputes', 3), ('unbacked', 4), ('later', 5)),
  keyed as (
    select case when at > $1 then 'later' when key ~ '^stripe:(re|pyr)_' then 'refunds'
        when key ~ '^stripe:(du|dp)_' then 'disputes' else 'payments' end as subject,
      ledger_units, provider_units
    from both_sides
    union all
    select 'unbacked', -e.units, null from ${PROVIDER_ENTRIES} where t.key not like 'stripe:%')
  select subject, coalesce(sum(ledger_units), 0)::bigint as "ledgerUnits",
    coalesce(sum(provider_units), 0)::bigint as "providerUnits"
  from subjects left join keyed using (subject) group by subject, place order by place`;

const OTHERS = `
  with subjects(subject, place) as (values ('fees', 1), ('other', 2), ('payouts', 3)),
  moved as (
    select 'fees' as subject, -sum(fee_cents) as cents from provider_movement
    union all select case concern when 'fee' then 'fees' when 'payout' then 'payouts' else 'other' end, sum(cents)
    from provider_movement where concern <> 'balance' group by 1)
  select subject, (coalesce(sum(cents), 0) * 3600)::bigint as units
  from subjects left join moved using (subject) group by subject, place order by place`;

/** The accounts of tenants are summed from their entries too, not from the stored balances. */
const ACCOUNTS = `
  with summed as (
    select account_id, sum(units) as units, count(*) as entries from ledger_entry group by account_id)
  select case when a.tenant_id is null then a.name else split_part(a.name, ':', 1) end as name,
    coalesce(sum(summed.units), 0)::bigint as units, coalesce(sum(summed.entries), 0)::bigint as entries
  from ledger_account a left join summed on summed.account_id = a.id
  group by 1 order by min(array_position(array['provider', 'customer', 'owed', 'revenue', 'promo', 'refund', 'adjustment'],
    case when a.tenant_id is null then a.name else split_part(a.name, ':', 1) end)), 1`;
