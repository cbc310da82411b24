import { sweep } from "~/platform/db.server";
import { secondsCost, TAKEN_UNITS } from "./cost-sql";

export interface LedgerCheck {
  /** Total imbalance of all money transactions, in units; must be 0 (B5). */
  imbalanceUnits: bigint;
  /** Total imbalance of all coin transactions, in coins (B17). */
  imbalanceCoins: bigint;
  /** Accounts of tenants whose balance does not match the sum of their entries. */
  wrongBalances: number;
  /**
   * Accounts whose sums by hour, kind and place do not match their entries, or that a transaction of another unit
   * touched.
   */
  wrongHours: number;
  /** Accounts of the house whose sums by tenant and month do not match their entries. */
  wrongMonths: number;
  /** Tenants whose sums by day do not match the accounts of that unit. */
  wrongDays: number;
  /** Tasks whose charged seconds do not match their intervals, or whose intervals overlap. */
  wrongTasks: number;
  /** Volumes whose charges overlap, or do not match their size, price and seconds (17.3). */
  wrongVolumes: number;
  /** Tasks, and days of tenants, whose sums by task and day do not match the charges. */
  wrongTaskDays: number;
  /** Days whose sums of VAT do not match their documents, and 1 if the account of VAT does not match all of them (B22). */
  wrongVat: number;
}

/** Proves the ledger, money and coins, from its entries only (B5, B17). */
export async function checkLedger(): Promise<LedgerCheck> {
  const [found] = await sweep((connection) => connection.query<LedgerCheck>(CHECK));
  if (!found) throw new Error("the check of the ledger gave no answer");
  return found;
}

const CHECK = `
  with unequal as (
    select transaction_id as id, sum(units) as units from ledger_entry group by transaction_id having sum(units) <> 0),
  transactions as (
    select sum(abs(units)) filter (where unit = 'usd') as units, sum(abs(units)) filter (where unit = 'coin') as coins
    from unequal join ledger_transaction using (id)),
  accounts as (
    select account.balance, coalesce(sum(entry.units), 0) as entries
    from ledger_account account left join ledger_entry entry on entry.account_id = account.id
    where account.tenant_id is not null group by account.id),
  posted as (
    select account.kind as account, transaction.unit, transaction.kind, coalesce(task.cluster_name, '') as cluster_name,
      coalesce(task.gpu_type, '') as gpu_type, sum(units) as units, count(*) as entries
    from ledger_entry join ledger_transaction transaction on transaction.id = transaction_id
    join ledger_account account on account.id = account_id
    left join task on task.resv_guid = transaction.resv_guid and account.tenant_id is null group by 1, 2, 3, 4, 5),
  hours as (
    select account, unit, kind, cluster_name, gpu_type, sum(units) as units, sum(entries) as entries from ledger_hour
    group by 1, 2, 3, 4, 5),
  of_tenants as (
    select account.kind as account, transaction.tenant_id, sum(units) as units
    from ledger_entry join ledger_transaction transaction on transaction.id = transaction_id
    join ledger_account account on account.id = account_id
    where account.tenant_id is null and account.kind <> 'grant' and transaction.tenant_id is not null group by 1, 2),
  months as (
    select account, tenant_id, sum(units) as units from ledger_month group by 1, 2),
  held as (
    select tenant_id, unit, sum(balance) as units from ledger_account where tenant_id is not null group by 1, 2),
  days as (
    select tenant_id, unit, sum(units) as units from ledger_day group by 1, 2),
  intervals as (
    select resv_guid, from_ts, to_ts, units, lag(to_ts) over (partition by resv_guid order by from_ts) as before
    from task_charge),
  tasks as (
    select task.charged_seconds, task.pph, bool_or(from_ts < before) as overlap, sum(units) as units,
      sum(extract(epoch from to_ts - from_ts)) as seconds
    from task join intervals using (resv_guid) group by task.resv_guid),
  stretches as (
    select volume_id, units, gb::bigint * gb_month_cents * extract(epoch from to_ts - from_ts)::bigint as weight,
      from_ts < lag(to_ts) over (partition by volume_id order by from_ts) as overlap, transaction_id from volume_charge),
  volumes as (
    select volume.charged_weight, coalesce(bool_or(overlap), false) as overlap, coalesce(sum(stretches.weight), 0) as weight,
      coalesce(sum(stretches.units), 0) as units,
      coalesce(sum((select -entry.units from ledger_entry entry join ledger_account account on account.id = entry.account_id
        where entry.transaction_id = stretches.transaction_id and account.kind = 'customer')), 0) as taken
    from volume left join stretches using (volume_id) group by volume.volume_id),
  by_task as (
    select resv_guid, sum(units) as units from task_day group by 1),
  by_day as (
    select tenant_id, day, sum(units) as units from task_day group by 1, 2),
  charged as (
    select tenant_id, day, -units as units from ledger_day where unit = 'usd' and kind = 'task'),
  vat_lines as (
    select (at at time zone 'UTC')::date as day, country, reason, rate_bp, sum(net_cents) as net, sum(vat_cents) as vat, count(*) as lines
    from vat_line group by 1, 2, 3, 4),
  vat_account as (
    select coalesce(sum(units), 0) as units from posted where account = 'vat'),
  vat_documents as (
    select coalesce(sum(vat_cents), 0) * 3600 as units from vat_line where key not like 'subscription:%')
  select
    coalesce((select units from transactions), 0)::bigint as "imbalanceUnits",
    coalesce((select coins from transactions), 0)::bigint as "imbalanceCoins",
    (select count(*) from accounts where balance <> entries)::int as "wrongBalances",
    (select count(*) from posted full join hours using (account, unit, kind, cluster_name, gpu_type)
     where (posted.units, posted.entries) is distinct from (hours.units, hours.entries))::int as "wrongHours",
    (select count(*) from of_tenants full join months using (account, tenant_id)
     where coalesce(of_tenants.units, 0) <> coalesce(months.units, 0))::int as "wrongMonths",
    (select count(distinct tenant_id) from held full join days using (tenant_id, unit)
     where coalesce(held.units, 0) <> coalesce(days.units, 0))::int as "wrongDays",
    (select count(*) from tasks where overlap or seconds <> charged_seconds or units <> ${secondsCost("pph", "seconds")})::int
      as "wrongTasks",
    (select count(*) from volumes where overlap or weight <> charged_weight or units <> charged_weight / 730 or units <> taken)::int
      as "wrongVolumes",
    ((select count(*) from task full join by_task using (resv_guid) where coalesce(by_task.units, 0) is distinct from ${TAKEN_UNITS})
      + (select count(*) from charged full join by_day using (tenant_id, day)
         where coalesce(charged.units, 0) <> coalesce(by_day.units, 0)))::int as "wrongTaskDays",
    ((select count(*) from vat_lines full join vat_day using (day, country, reason, rate_bp)
       where (vat_lines.net, vat_lines.vat, vat_lines.lines) is distinct from (vat_day.net_cents, vat_day.vat_cents, vat_day.lines))
      + (select count(*) from vat_account, vat_documents where vat_account.units <> vat_documents.units))::int as "wrongVat"`;
