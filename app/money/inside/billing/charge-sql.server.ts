import { secondsCost } from "~/money/cost-sql";
import { OWN_END } from "~/money/own-end-sql";
import { SHORT_TENANTS } from "./short-sql.server";
import { addingSpends } from "./spend-sql";

/**
 * Charges any number of tasks in one statement: for each a ledger transaction with two entries, an interval, and the
 * new end of its charged time (B3). Their cost also counts in the month of the member (16.8) and the day of the key
 * (16.11) that started them. $1 is the tasks, or null for all running ones of the tenants $4; $2 is now; $3 is the last
 * second to charge, or null. Charging ends at the oldest last report of the task's nodes that showed it running, or at
 * its stop request once the final report is in (B2). Locked tasks are left for the next run. With $1 null, tenants
 * whose balance does not cover everything until now are omitted: watchBalances ends their tasks (B8).
 */
export const CHARGE = `
with locked as materialized (
  select task.resv_guid, task.tenant_id, task.created_by_id, task.key_line_id, task.pph, task.stop_at, task.attempts + 1 as attempt, ${OWN_END} as own_end,
    to_timestamp(ceil(extract(epoch from task.charged_to))) as from_ts
  from task
  where task.charged_to is not null and task.state in ('running', 'stopping', 'incident')
    and (task.resv_guid = any($1::uuid[]) or ($1::uuid[] is null and task.tenant_id = any($4::int[]) and task.state = 'running'))
  for no key update of task skip locked
), seen as materialized (
  select locked.resv_guid, date_trunc('second', min(coalesce(case placement.state
      when 'running' then greatest(node.reported_at, placement.seen_running_at)
      when 'stopped' then coalesce(locked.stop_at, $3, placement.seen_running_at)
      else placement.seen_running_at end, 'epoch'))) as seen_ts
  from locked
  join placement on placement.resv_guid = locked.resv_guid and placement.attempt = locked.attempt
  join node on node.id = placement.node_id
  group by locked.resv_guid
), short as materialized (${SHORT_TENANTS}
), payable as materialized (
  select due.*, ${secondsCost("due.pph", "due.seconds")} as units, account.id as account_id,
    nextval('ledger_transaction_id_seq') as transaction_id
  from (
    select locked.*, to_ts, extract(epoch from to_ts - from_ts)::int as seconds
    from locked join seen using (resv_guid)
    cross join lateral (
      select least(seen_ts, date_trunc('second', $2::timestamptz), stop_at, own_end, $3::timestamptz) as to_ts) cap
  ) due
  join ledger_account account on account.tenant_id = due.tenant_id and account.kind = 'customer'
  where due.seconds > 0 and due.tenant_id not in (select tenant_id from short)
), charged as (
  update task set charged_to = payable.to_ts, charged_seconds = task.charged_seconds + payable.seconds
  from payable where task.resv_guid = payable.resv_guid
), posted as (
  insert into ledger_transaction (id, key, content_hash, kind, unit, tenant_id, resv_guid, at)
  select transaction_id, 'charge:' || resv_guid || ':' || extract(epoch from from_ts)::bigint,
    encode(sha256(convert_to(
      'task|' || tenant_id || '|' || resv_guid || '|revenue:' || units || '|tenant:' || -units, 'UTF8')), 'hex'),
    'task', 'usd', tenant_id, resv_guid, $2::timestamptz
  from payable
), entries as (
  insert into ledger_entry (transaction_id, account_id, units)
  select transaction_id, side.account_id, side.units
  from payable cross join (select id from ledger_account where tenant_id is null and kind = 'revenue') revenue
  cross join lateral (values (payable.account_id, -payable.units), (revenue.id, payable.units)) side(account_id, units)
), ${addingSpends("$2::timestamptz at time zone 'UTC'")}, intervals as (
  insert into task_charge (resv_guid, from_ts, to_ts, units, transaction_id)
  select resv_guid, from_ts, to_ts, units, transaction_id from payable
)
select count(*)::int as tasks, coalesce(sum(units), 0)::bigint as units,
  coalesce(array_agg(distinct tenant_id), '{}') as tenant_ids
from payable`;

export interface ChargeRow {
  tasks: number;
  units: bigint;
  tenant_ids: number[];
}
