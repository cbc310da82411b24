import { db } from "~/platform/db.server";
import { allRows } from "~/platform/all-rows";
import { TAKEN_UNITS } from "./cost-sql";
import { PLACES, type TransactionKind } from "./transaction-kinds";
import { dollarsTaken } from "./inside/billing/transaction-row";
import { asUnits } from "./units";

/** An entry of `billing_events` of GET /users/get_stats/{user_id} (3.6). */
export interface BillingEvent {
  bev_desc: string;
  /** Dollars with 2 decimals taken from the balance; credits are negative. */
  bev_dollars: number;
  /** Name of the cluster, or another origin (A22). */
  bev_location: string;
  /** Cents per hour; 0 for anything but tasks. */
  bev_pph: number;
  /** Epoch seconds: the task's end, or its last charged second so far. */
  bev_ts: number;
  bev_type: TransactionKind;
  resv_guid: string | null;
}

/** Lists a tenant's charges and credits, newest first: one event per charged task, credit and debit. */
export async function listBillingEvents(asked: { tenantId: number; limit: number }): Promise<BillingEvent[]> {
  const { tenantId, limit } = asked;
  const lists = await Promise.all([
    listOpen(tenantId),
    listFinished({ tenantId, after: null, limit }),
    listOthers({ tenantId, after: null, limit }),
  ]);
  return lists
    .flat()
    .sort((one, other) => other.bev_ts - one.bev_ts)
    .slice(0, limit)
    .map(toEvent);
}

const AT_ONCE = 1_000;

/** Yields all events in that order: unfinished tasks first, then everything by time. */
export async function* allBillingEvents(asked: { tenantId: number }): AsyncGenerator<BillingEvent> {
  const { tenantId } = asked;
  for (const open of await listOpen(tenantId)) yield toEvent(open);
  const tasks = allRows<Stored>((after) => listFinished({ tenantId, after, limit: AT_ONCE }));
  const others = allRows<Stored>((after) => listOthers({ tenantId, after, limit: AT_ONCE }));
  let [task, other] = await Promise.all([tasks.next(), others.next()]);
  for (;;) {
    if (!task.done && (other.done || task.value.bev_ts >= other.value.bev_ts)) {
      yield toEvent(task.value);
      task = await tasks.next();
    } else if (!other.done) {
      yield toEvent(other.value);
      other = await others.next();
    } else return;
  }
}

interface Stored extends Omit<BillingEvent, "bev_dollars" | "bev_location"> {
  taken: bigint;
  cluster_name: string | null;
  /** Position in the list. */
  at: Date;
  id: string;
}

interface Page {
  tenantId: number;
  after: Stored | null;
  limit: number;
}

function toEvent({ taken, bev_desc, cluster_name, at: _at, id: _id, ...event }: Stored): BillingEvent {
  return {
    bev_desc,
    bev_dollars: dollarsTaken(asUnits(taken)).billed,
    bev_location: cluster_name ?? PLACES[event.bev_type],
    ...event,
  };
}

async function listOpen(tenantId: number): Promise<Stored[]> {
  return await db.query<Stored>(OPEN, [tenantId]);
}

async function listFinished({ tenantId, after, limit }: Page): Promise<Stored[]> {
  return await db.query<Stored>(FINISHED, [tenantId, limit, after?.at ?? null, after?.id ?? null]);
}

async function listOthers({ tenantId, after, limit }: Page): Promise<Stored[]> {
  return await db.query<Stored>(OTHERS, [tenantId, limit, after?.at ?? null, after?.id ?? null]);
}

const TASK_COLUMNS = `task_name || ', ' || charged_seconds || ' s' as bev_desc,
  ${TAKEN_UNITS} as taken, cluster_name, pph as bev_pph,
  floor(extract(epoch from coalesce(finished_at, charged_to, state_at)))::float8 as bev_ts,
  'task' as bev_type, resv_guid, coalesce(finished_at, charged_to, state_at) as at, resv_guid::text as id`;

/** Unfinished tasks are few, and the index of their names finds them. */
const OPEN = `select ${TASK_COLUMNS} from task
  where tenant_id = $1 and (case when finished_at is null then task_name end) is not null and charged_seconds > 0
  order by at desc`;

const FINISHED = `select ${TASK_COLUMNS} from task
  where tenant_id = $1 and finished_at is not null and charged_seconds > 0
    and ($3::timestamptz is null or (finished_at, resv_guid) < ($3, $4::uuid))
  order by finished_at desc, resv_guid desc limit $2`;

/** Has an index of its own, because most transactions are charges: every running task makes one a minute. */
const OTHERS = `
  select transaction.description as bev_desc,
    -(select coalesce(sum(entry.units), 0) from ledger_entry entry
      join ledger_account account on account.id = entry.account_id and account.tenant_id = transaction.tenant_id
      where entry.transaction_id = transaction.id)::bigint as taken,
    coalesce(task.cluster_name, case when transaction.key ~ '^(invoice|credit-note):' then 'bank' end) as cluster_name, 0 as bev_pph,
    floor(extract(epoch from transaction.at))::float8 as bev_ts,
    transaction.kind as bev_type, transaction.resv_guid, transaction.at, transaction.id::text as id
  from (select * from ledger_transaction
      where tenant_id = $1 and unit = 'usd' and kind <> 'task'
        and ($3::timestamptz is null or (at, id) < ($3, $4::bigint))
      order by at desc, id desc limit $2) transaction
  left join task on task.resv_guid = transaction.resv_guid
  order by transaction.at desc, transaction.id desc`;
