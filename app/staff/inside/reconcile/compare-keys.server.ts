import { db } from "~/platform/db.server";
import type { Units } from "~/money/units";

/** A payment, refund or dispute on both sides. */
export interface ComparedKey {
  key: string;
  /** Amount that the ledger received from the provider. */
  ledgerUnits: Units;
  /** Amount that the provider received. */
  providerUnits: Units;
  inLedger: boolean;
  atProvider: boolean;
  /** The later of both. */
  at: Date;
}

/**
 * Lists all payments, refunds and disputes on which ledger and provider differ. An unknown payment that was fully
 * refunded does not count.
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
  /** Postings in the provider's account without a payment behind them. */
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

/** SQL for every entry of the account that card money comes from. */
export const PROVIDER_ENTRIES = `ledger_transaction t
  join ledger_entry e on e.transaction_id = t.id
  join ledger_account a on a.id = e.account_id and a.kind = 'provider'`;

const COLUMNS = `key, coalesce(ledger_units, 0)::bigint as "ledgerUnits",
  coalesce(provider_units, 0)::bigint as "providerUnits",
  ledger_units is not null as "inLedger", provider_units is not null as "atProvider", at`;

/** SQL for both sides, summed by key: a failed refund or won dispute adds postings under its key. */
export const BOTH = `
  ledger as (
    select split_part(t.key, ':', 1) || ':' || split_part(t.key, ':', 2) as key, -sum(e.units) as units, max(t.at) as at
    from ${PROVIDER_ENTRIES} where t.key like 'stripe:%' group by 1),
  provider as (
    select coalesce(ledger_key, 'stripe:' || movement_id) as key, sum(cents) * 3600 as units, max(at) as at, min(payment_intent_id) as payment_intent_id
    from provider_movement where concern = 'balance' group by 1),
  both_sides as (
    select key, ledger.units as ledger_units, provider.units as provider_units, greatest(ledger.at, provider.at) as at,
      sum(provider.units) filter (where ledger.units is null) over (partition by payment_intent_id) as unknown_units
    from ledger full join provider using (key))`;
