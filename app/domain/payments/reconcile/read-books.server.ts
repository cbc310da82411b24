import { db } from "~/db.server";
import { asUnits, type Units, ZERO } from "~/domain/billing/units";

/** One line of ledger against provider. */
export interface BothSides {
  subject: "payments" | "refunds" | "disputes" | "unbacked";
  ledgerUnits: Units;
  providerUnits: Units;
}

export interface Books {
  /** Top-ups, their refunds and disputes, and postings that no payment stands behind. */
  sides: BothSides[];
  /** What else moved at the provider, which the ledger of balances does not hold. */
  others: { subject: "fees" | "payouts" | "other"; units: Units }[];
  /** Sums of the ledger's accounts, those of tenants together; all of them together are 0. */
  accounts: { name: string; units: Units; entries: bigint }[];
}

/** The house's books as they stand: exact sums of all entries and of all movements that were read. */
export async function readBooks(): Promise<Books> {
  const [sides, others, accounts] = await Promise.all([
    db.query<BothSides>(SIDES),
    db.query<{ subject: "fees" | "payouts" | "other"; units: Units }>(OTHERS),
    db.query<{ name: string; units: Units; entries: bigint }>(ACCOUNTS),
  ]);
  return { sides, others, accounts };
}

export function sumOf<Row>(rows: readonly Row[], unitsOf: (row: Row) => Units): Units {
  return rows.reduce((sum, row) => asUnits(sum + unitsOf(row)), ZERO);
}

const SUBJECT_OF_KEY = `case when key ~ '^stripe:(re|pyr)_' then 'refunds' when key ~ '^stripe:(du|dp)_' then 'disputes'
  when key like 'stripe:%' then 'payments' else 'unbacked' end`;

const SIDES = `
  with subjects(subject, place) as (values ('payments', 1), ('refunds', 2), ('disputes', 3), ('unbacked', 4)),
  ledger as (
    select ${SUBJECT_OF_KEY} as subject, -sum(e.units) as units
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    join ledger_account a on a.id = e.account_id and a.name = 'provider' group by 1),
  provider as (
    select ${SUBJECT_OF_KEY.replaceAll("key", "ledger_key")} as subject, sum(cents) * 3600 as units
    from provider_movement where concern = 'balance' group by 1)
  select subject, coalesce(ledger.units, 0)::bigint as "ledgerUnits", coalesce(provider.units, 0)::bigint as "providerUnits"
  from subjects left join ledger using (subject) left join provider using (subject) order by place`;

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
