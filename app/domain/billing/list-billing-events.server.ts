import { db } from "~/db.server";
import { PLACES, type TransactionKind } from "./transaction-kinds";
import { dollarsTaken } from "./transaction-row";
import { asUnits } from "./units";

/** One of `billing_events` of GET /users/get_stats/{user_id} (3.6). */
export interface BillingEvent {
  bev_desc: string;
  /** Dollars, 2 decimals; what was taken from the balance, so credits are negative. */
  bev_dollars: number;
  /** Name of the cluster, or where else it came from (A22). */
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
  const rows = await db.query<Stored>(EVENTS, [userId, limit]);
  return rows.map(({ taken, bev_desc, cluster_name, ...event }) => ({
    bev_desc,
    bev_dollars: dollarsTaken(asUnits(taken)).billed,
    bev_location: cluster_name ?? PLACES[event.bev_type],
    ...event,
  }));
}

type Stored = Omit<BillingEvent, "bev_dollars" | "bev_location"> & { taken: bigint; cluster_name: string | null };

const EVENTS = `
  with tenant_of_user as (select tenant_id from user_account where id = $1),
  tasks as (
    select task_name || ', ' || charged_seconds || ' s' as bev_desc,
      case when settled_at is null then pph::bigint * charged_seconds else billed_cents::bigint * 3600 end as taken,
      cluster_name, pph as bev_pph,
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
      task.cluster_name, 0 as bev_pph,
      floor(extract(epoch from transaction.at))::float8 as bev_ts,
      transaction.kind as bev_type, transaction.resv_guid
    from ledger_transaction transaction join tenant_of_user using (tenant_id)
    left join task on task.resv_guid = transaction.resv_guid
    where transaction.unit = 'usd' and transaction.kind <> 'task'
    order by transaction.at desc limit $2)
  select * from tasks union all select * from others order by bev_ts desc limit $2`;
