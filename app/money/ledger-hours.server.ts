import { db } from "~/platform/db.server";
import { MONEY_ACCOUNTS, type MoneyAccount } from "./ledger-accounts";
import type { TransactionKind } from "./transaction-kinds";
import type { Units } from "./units";

/** Hours that ended this long ago are merged across connections, and later into days. */
const MERGE_AFTER = "2 hours";
const DAYS_AFTER = "35 days";

/**
 * The balance and the number of entries of each money account, with all tenants together, from the hourly sums: fast on
 * any ledger.
 */
export async function sumAccounts(): Promise<{ name: MoneyAccount; units: Units; entries: bigint }[]> {
  return await db.query(
    `select name, coalesce(sum(units), 0)::bigint as units, coalesce(sum(entries), 0)::bigint as entries
     from unnest($1::text[]) with ordinality as known(name, place)
     left join ledger_hour on ledger_hour.account = known.name group by name, place order by place`,
    [MONEY_ACCOUNTS],
  );
}

/** Sums the amounts that a money account received since the full hour `from`, of one kind if given. */
export async function sumSince(asked: { account: MoneyAccount; from: Date; kind?: TransactionKind }): Promise<Units> {
  const [row] = await db.query<{ units: Units }>(
    `select coalesce(sum(units), 0)::bigint as units from ledger_hour
     where hour >= $1 and account = $2 and ($3::text is null or kind = $3)`,
    [asked.from, asked.account, asked.kind ?? null],
  );
  if (!row) throw new Error("the sum of the hours gave no answer");
  return row.units;
}

/**
 * Merges the rows that several connections wrote for an hour, and a day's hours after 35 days. Rows locked by a posting
 * are left for the next run.
 */
export async function mergeLedgerHours({ now }: { now: Date }): Promise<void> {
  await db.query(
    `with past as (
       select *, case when hour < $1::timestamptz - $3::interval then date_trunc('day', hour, 'UTC') else hour end as merged
       from ledger_hour where hour < $1::timestamptz - $2::interval
         and (writer <> 0 or (hour < $1::timestamptz - $3::interval and hour <> date_trunc('day', hour, 'UTC')))
       for update skip locked
     ), gone as (
       delete from ledger_hour l using past p
       where (l.hour, l.account, l.kind, l.cluster_name, l.gpu_type, l.writer)
         = (p.hour, p.account, p.kind, p.cluster_name, p.gpu_type, p.writer)
     )
     insert into ledger_hour as kept (hour, account, unit, kind, cluster_name, gpu_type, writer, units, entries)
     select merged, account, unit, kind, cluster_name, gpu_type, 0, sum(units), sum(entries) from past
     group by 1, 2, 3, 4, 5, 6
     on conflict (hour, account, kind, cluster_name, gpu_type, writer) do update
       set units = kept.units + excluded.units, entries = kept.entries + excluded.entries`,
    [now, MERGE_AFTER, DAYS_AFTER],
  );
}
