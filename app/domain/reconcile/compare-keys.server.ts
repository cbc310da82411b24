import { db } from "~/db.server";
import type { Units } from "~/domain/billing/units";

/** One payment, refund or dispute on both sides. */
export interface ComparedKey {
  key: string;
  /** What the ledger says came from the provider. */
  ledgerUnits: Units;
  /** What the provider says came in. */
  providerUnits: Units;
  inLedger: boolean;
  atProvider: boolean;
  /** The younger of the two. */
  at: Date;
}

/**
 * Every payment, refund and dispute about which ledger and provider differ. A payment that is unknown here and was given
 * back in full is none.
 */
export async function listUnequalKeys(): Promise<ComparedKey[]> {
  return await db.query<ComparedKey>(
    `with ${BOTH} select ${COLUMNS} from both_sides
     where coalesce(ledger_units, 0) <> coalesce(provider_units, 0)
       and not (ledger_units is null and unknown_units = 0) order by at, key`,
  );
}

/** The sums of both sides over everything that neither side has touched since `until`. */
export async function sumBothSides({ until }: { until: Date }): Promise<{
  ledgerUnits: Units;
  providerUnits: Units;
  /** What the provider's account holds of postings that no payment of the provider stands behind. */
  otherUnits: Units;
  others: number;
}> {
  const [row] = await db.query<{
    ledgerUnits: Units;
    providerUnits: Units;
    otherUnits: Units;
    others: number;
  }>(
    `with ${BOTH},
     other as (select t.id, -sum(e.units) as units from ${PROVIDER_ENTRIES} where t.key not like 'stripe:%' group by t.id)
     select coalesce(sum(ledger_units), 0)::bigint as "ledgerUnits",
       coalesce(sum(provider_units), 0)::bigint as "providerUnits",
       (select coalesce(sum(units), 0) from other)::bigint as "otherUnits", (select count(*) from other)::int as others
     from both_sides where at <= $1`,
    [until],
  );
  if (!row) throw new Error("the comparison gave no answer");
  return row;
}

/** Every entry of the account that card money comes from. */
export const PROVIDER_ENTRIES = `ledger_transaction t
  join ledger_entry e on e.transaction_id = t.id
  join ledger_account a on a.id = e.account_id and a.name = 'provider'`;

const COLUMNS = `key, coalesce(ledger_units, 0)::bigint as "ledgerUnits",
  coalesce(provider_units, 0)::bigint as "providerUnits",
  ledger_units is not null as "inLedger", provider_units is not null as "atProvider", at`;

/** A refund that fails or a dispute that is won has further postings under its key, so both sides are summed by key. */
export const BOTH = `
  ledger as (
    select split_part(t.key, ':', 1) || ':' || split_part(t.key, ':', 2) as key, -sum(e.units) as units, max(t.at) as at
    from ${PROVIDER_ENTRIES} where t.key like 'stripe:%' group by 1),
  provider as (
    select ledger_key as key, sum(cents) * 3600 as units, max(at) as at, min(payment_intent_id) as payment_intent_id
    from provider_movement where concern = 'balance' group by 1),
  both_sides as (
    select key, ledger.units as ledger_units, provider.units as provider_units, greatest(ledger.at, provider.at) as at,
      sum(provider.units) filter (where ledger.units is null) over (partition by payment_intent_id) as unknown_units
    from ledger full join provider using (key))`;
