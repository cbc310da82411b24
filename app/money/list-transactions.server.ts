import { db } from "~/platform/db.server";
import type { TransactionKind } from "./transaction-kinds";
import { IS_CHARGED, UNCHARGED_UNITS } from "./read-available.server";
import { dollarsOf, dollarsTaken, statusOf, type TransactionRow } from "./inside/billing/transaction-row";
import { asPphCents, asUnits, type Cents, unitsFor } from "./units";

export type { TransactionRow } from "./inside/billing/transaction-row";

/** BILLING_LIMIT */
const LIMIT = 200;

/**
 * Lists a tenant's Balance Movements: one row per task that was ever placed and one per credit or debit, newest
 * `start_ts` first (3.4). With `beforeTs`, in epoch seconds, only older rows.
 */
export async function listTransactions({
  tenantId,
  limit = LIMIT,
  beforeTs,
  now,
}: {
  tenantId: number;
  limit?: number;
  beforeTs?: number;
  now: Date;
}): Promise<TransactionRow[]> {
  const values = [tenantId, now, limit, beforeTs ?? null];
  const [tasks, others] = await Promise.all([db.query<TaskRow>(TASKS, values), db.query<OtherRow>(OTHERS, values)]);
  return [...tasks.map(taskRow), ...others.map(otherRow)].sort((a, b) => b.start_ts - a.start_ts).slice(0, limit);
}

export interface TaskRow {
  id: string;
  /** Position in the list. */
  at: Date;
  task_name: string;
  start_ts: number;
  pph: number;
  charged_seconds: number;
  uncharged: bigint;
  billed: bigint | null;
  working: number;
  finished: number;
  incident: number;
}

export function taskRow(task: TaskRow): TransactionRow {
  const posted = unitsFor(asPphCents(task.pph), task.charged_seconds);
  const { est, billed } = dollarsOf({
    posted,
    uncharged: asUnits(task.uncharged),
    billed: task.billed as Cents | null,
  });
  return {
    time_s: task.charged_seconds + Number(task.uncharged / BigInt(task.pph)),
    start_ts: task.start_ts,
    task_name: task.task_name,
    nodes_working: task.working,
    nodes_finished_correctly: task.finished,
    nodes_incident: task.incident,
    pph: task.pph,
    dollars_est: est,
    dollars_billed: billed,
    id: task.id,
    kind: "task",
    status: statusOf(task),
  };
}

export interface OtherRow {
  id: string;
  /** Position in the list; `place` orders rows of the same moment. */
  at: Date;
  place: bigint;
  kind: TransactionKind;
  description: string;
  start_ts: number;
  taken: bigint;
}

export function otherRow({ id, kind, description, start_ts, taken }: OtherRow): TransactionRow {
  const { est, billed } = dollarsTaken(asUnits(taken));
  return {
    time_s: 0,
    start_ts,
    task_name: description,
    nodes_working: 0,
    nodes_finished_correctly: 0,
    nodes_incident: 0,
    pph: 0,
    dollars_est: est,
    dollars_billed: billed,
    id,
    kind,
    status: "",
  };
}

/** Start of a task, alias `task`, in a list of movements. */
export const TASK_BEGINS = `coalesce(task.started_at, task.accepted_at)`;

/** Tasks of $1 that were ever placed, as movements at $2, newest first, at most $3, with the condition `where`. */
export const taskMovements = (where: string) => `
  select task.*, nodes.* from (
    select task.resv_guid as id, task.task_name, task.pph, task.charged_seconds,
      floor(extract(epoch from ${TASK_BEGINS}))::float8 as start_ts, ${TASK_BEGINS} as at,
      case when ${IS_CHARGED} then ${UNCHARGED_UNITS} else 0 end::bigint as uncharged,
      case when task.settled_at is not null then task.billed_cents end::bigint as billed
    from task
    where task.tenant_id = $1 and task.placed_at is not null and ${where}
    order by ${TASK_BEGINS} desc, task.resv_guid desc limit $3) task
  cross join lateral (
    select count(*) filter (where not incident and state = 'running')::int as working,
      count(*) filter (where not incident and ended_at is not null and running_at is not null)::int as finished,
      count(*) filter (where incident)::int as incident
    from placement where placement.resv_guid = task.id) nodes
  order by at desc, id desc`;

const TASKS = taskMovements(`($4::float8 is null or ${TASK_BEGINS} < to_timestamp($4::float8))`);

/** Credits and debits of $1, newest first, at most $3, with the condition `where`. */
export const otherMovements = (where: string) => `
  select coalesce(top_up.topup_id::text, transaction.id::text) as id, transaction.kind, transaction.description,
    transaction.at, transaction.id as place,
    floor(extract(epoch from transaction.at))::float8 as start_ts,
    -(select coalesce(sum(entry.units), 0) from ledger_entry entry
      join ledger_account account on account.id = entry.account_id and account.tenant_id = transaction.tenant_id
      where entry.transaction_id = transaction.id)::bigint as taken
  from ledger_transaction transaction
  left join top_up on transaction.kind = 'topup' and transaction.key = 'stripe:' || top_up.payment_intent_id
    and top_up.tenant_id = transaction.tenant_id
  where transaction.tenant_id = $1 and transaction.unit = 'usd' and transaction.kind <> 'task' and $2::timestamptz is not null
    and ${where}
  order by transaction.at desc, transaction.id desc limit $3`;

const OTHERS = otherMovements(`($4::float8 is null or transaction.at < to_timestamp($4::float8))`);
