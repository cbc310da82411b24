import { db } from "~/db.server";
import type { TransactionKind } from "./ledger.server";
import { dollarsTaken } from "./transaction-row";
import { asUnits } from "./units";

/** One of `billing_events` of GET /users/get_stats/{user_id} (3.6). */
export interface BillingEvent {
  bev_desc: string;
  /** Dollars, 2 decimals; what was taken from the balance, so credits are negative. */
  bev_dollars: number;
  /** Name of the cluster, or `card`. */
  bev_location: string;
  /** Cents per hour; 0 for what is not a task. */
  bev_pph: number;
  /** Epoch seconds: end of the task, or the last second charged so far. */
  bev_ts: number;
  bev_type: TransactionKind;
  resv_guid: string | null;
}

/** What a user's tenant was charged and credited, newest first: one event per charged task, credit and debit. */
export async function listBillingEvents({ userId, limit }: { userId: number; limit: number }): Promise<BillingEvent[]> {
  const rows = await db.query<Omit<BillingEvent, "bev_dollars"> & { taken: bigint }>(EVENTS, [userId, limit]);
  return rows.map(({ taken, bev_desc, ...event }) => ({
    bev_desc,
    bev_dollars: dollarsTaken(asUnits(taken)).billed,
    ...event,
  }));
}

const EVENTS = `
  with tenant_of_user as (select tenant_id from user_account where id = $1),
  tasks as (
    select task_name || ', ' || charged_seconds || ' s' as bev_desc,
      case when settled_at is null then pph::bigint * charged_seconds else billed_cents::bigint * 3600 end as taken,
      cluster_name as bev_location, pph as bev_pph,
      floor(extract(epoch from coalesce(finished_at, charged_to, state_at)))::float8 as bev_ts,
      'task' as bev_type, resv_guid
    from task join tenant_of_user using (tenant_id)
    where charged_seconds > 0
    order by bev_ts desc limit $2),
  others as (
    select transaction.description as bev_desc,
      -(select coalesce(sum(entry.units), 0) from ledger_entry entry
        join ledger_account account on account.id = entry.account_id and account.tenant_id = transaction.tenant_id
        where entry.transaction_id = transaction.id)::bigint as taken,
      coalesce(task.cluster_name, case when transaction.kind in ('coupon', 'adjustment') then '' else 'card' end)
        as bev_location, 0 as bev_pph,
      floor(extract(epoch from transaction.at))::float8 as bev_ts,
      transaction.kind as bev_type, transaction.resv_guid
    from ledger_transaction transaction join tenant_of_user using (tenant_id)
    left join task on task.resv_guid = transaction.resv_guid
    where transaction.kind <> 'task'
    order by transaction.at desc limit $2)
  select * from tasks union all select * from others order by bev_ts desc limit $2`;
