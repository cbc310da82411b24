import { z } from "zod";
import { db } from "~/platform/db.server";
import { COMPUTED, record, type Row, type Stored } from "~/platform/record";
import type { TransactionKind } from "./transaction-kinds";
import { IS_CHARGED, UNCHARGED_UNITS } from "./read-available.server";
import { dollarsOf, dollarsTaken, statusOf, type TransactionStatus } from "./inside/billing/transaction-row";
import { asPphCents, asUnits, type Cents, unitsFor } from "./units";

/** A movement of the balance (3.4): a task, alias `task`, with the counts of its `nodes`. Others have no counts. */
export const TRANSACTION = record({
  time_s: { type: z.int(), sql: "task.charged_seconds + (task.uncharged / task.pph)::float8" },
  start_ts: { type: z.int(), sql: "task.start_ts" },
  task_name: { type: z.string(), sql: "task.task_name" },
  nodes_working: { type: z.int(), sql: "nodes.working" },
  nodes_finished_correctly: { type: z.int(), sql: "nodes.finished" },
  nodes_incident: { type: z.int(), sql: "nodes.incident" },
  pph: { type: z.int(), sql: "task.pph" },
  dollars_est: { type: z.number(), sql: COMPUTED },
  dollars_billed: { type: z.number(), sql: COMPUTED },
  id: { type: z.string(), means: ["resv_guid of a task, or id of the movement"], sql: "task.id" },
  kind: { type: z.string() as z.ZodType<TransactionKind>, sql: "'task'" },
  status: {
    type: z.string() as z.ZodType<TransactionStatus>,
    means: ["Working, Finished, Incident or empty", "Working"],
    sql: COMPUTED,
  },
});
export type TransactionRow = Row<typeof TRANSACTION>;

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

export interface TaskRow extends Stored<typeof TRANSACTION> {
  /** Its place in the list. */
  at: Date;
  charged_seconds: number;
  uncharged: bigint;
  billed: bigint | null;
}

export function taskRow(task: TaskRow): TransactionRow {
  const { est, billed } = dollarsOf({
    posted: unitsFor(asPphCents(task.pph), task.charged_seconds),
    uncharged: asUnits(task.uncharged),
    billed: task.billed as Cents | null,
  });
  return TRANSACTION.only({ ...task, dollars_est: est, dollars_billed: billed, status: statusOf(task) });
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
  select ${TRANSACTION.columns}, task.at, task.charged_seconds, task.uncharged, task.billed from (
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
  order by task.at desc, task.id desc`;

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
