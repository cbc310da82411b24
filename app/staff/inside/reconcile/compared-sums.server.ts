import { db } from "~/platform/db.server";
import type { Units } from "~/money/units";
import { BOTH, PROVIDER_ENTRIES } from "./compare-keys.server";

/** Sums of ledger and provider, and movements there that the ledger of balances does not hold. */
export const SIDE_SUBJECTS = ["payments", "refunds", "disputes", "unbacked"] as const;
export const OTHER_SUBJECTS = ["fees", "other", "payouts"] as const;

/** One line that compares ledger and provider. */
export interface BothSides {
  /** `unbacked`: postings without a payment behind them; `later`: after the last check. */
  subject: (typeof SIDE_SUBJECTS)[number] | "later";
  ledgerUnits: Units;
  providerUnits: Units;
}

export interface ComparedSum {
  subject: (typeof SIDE_SUBJECTS)[number] | (typeof OTHER_SUBJECTS)[number];
  ledgerUnits: Units;
  providerUnits: Units;
}

/** Stores the sums up to `until`, so that the screen never sums growing tables. */
export async function keepComparedSums({ until }: { until: Date }): Promise<void> {
  const [sides, others] = await Promise.all([sumSides(until), db.query<ComparedSum>(OTHERS)]);
  const sums = [...sides, ...others];
  await db.query(
    `insert into compared_sum as kept (subject, ledger_units, provider_units, until)
     select *, $4 from unnest($1::text[], $2::bigint[], $3::bigint[])
     on conflict (subject) do update set ledger_units = excluded.ledger_units,
       provider_units = excluded.provider_units, until = excluded.until
     where kept.until <= excluded.until`,
    [
      sums.map(({ subject }) => subject),
      sums.map(({ ledgerUnits }) => ledgerUnits),
      sums.map(({ providerUnits }) => providerUnits),
      until,
    ],
  );
}

/** Sums both sides over everything that neither has touched since `until`; null: over everything. */
export async function sumSides(until: Date | null): Promise<BothSides[]> {
  return await db.query<BothSides>(SIDES, [until, SIDE_SUBJECTS]);
}

const SIDES = `
  with ${BOTH},
  keyed as (
    select case when key ~ '^stripe:(re|pyr)_' then 'refunds' when key ~ '^stripe:(du|dp)_' then 'disputes'
        else 'payments' end as subject, ledger_units, provider_units
    from both_sides where $1::timestamptz is null or at <= $1
    union all
    select 'unbacked', -e.units, null from ${PROVIDER_ENTRIES}
    where t.key not like 'stripe:%' and ($1::timestamptz is null or t.at <= $1))
  select subject, coalesce(sum(ledger_units), 0)::bigint as "ledgerUnits",
    coalesce(sum(provider_units), 0)::bigint as "providerUnits"
  from unnest($2::text[]) with ordinality as known(subject, place) left join keyed using (subject)
  group by subject, place order by place`;

const OTHERS = `
  with moved as (
    select 'fees' as subject, -sum(fee_cents) as cents from provider_movement
    union all select case concern when 'fee' then 'fees' when 'payout' then 'payouts' else 'other' end, sum(cents)
    from provider_movement where concern <> 'balance' group by 1)
  select subject, 0::bigint as "ledgerUnits", (coalesce(sum(cents), 0) * 3600)::bigint as "providerUnits"
  from (values ('fees'), ('other'), ('payouts')) known(subject) left join moved using (subject) group by subject`;
