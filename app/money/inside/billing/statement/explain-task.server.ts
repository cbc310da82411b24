import { db } from "~/platform/db.server";
import { asUnits } from "~/money/units";
import type { TaskExplanation } from "./explanation";
import type { Month } from "./month";
import { readEvents, readRefunds, readReports, runsOf, type StoredEvent } from "./read-task-history.server";
import { recomputeTask, type Recomputed } from "./recompute-task";

export interface AskedLine {
  tenantId: number;
  month: Month;
  id: string;
  from: Date;
  until: Date;
}

/** Explains how a task's line of a month was calculated; null if the tenant has no line for it. */
export async function explainTask(asked: AskedLine): Promise<TaskExplanation | null> {
  const [[task], intervals, events, reports, refunds] = await Promise.all([
    db.query<TaskRow>(TASK, [asked.tenantId, asked.id, asked.from, asked.until]),
    db.query<IntervalRow>(INTERVALS, [asked.id, asked.from, asked.until]),
    readEvents(asked.id),
    readReports(asked.id),
    readRefunds(asked),
  ]);
  if (!task || task.postings === 0) return null;
  const { month, id } = asked;
  const { text, gpuType, clusterName, gpus, pph } = task;
  const charged = intervals.map((interval) => ({ ...interval, units: asUnits(interval.units) }));
  const recomputed = recompute(task, charged, events);
  return {
    about: "task",
    kind: "task",
    month,
    id,
    text,
    gpuType,
    clusterName,
    gpus,
    pph,
    reports,
    refunds,
    recomputed,
    units: recomputed.ledgerUnits,
    intervals: charged,
    // A change of state may be stored without a text.
    events: events.map(({ at, to, text }) => ({ at: Math.floor(at), text: text || to })),
  };
}

function recompute(task: TaskRow, intervals: TaskExplanation["intervals"], events: readonly StoredEvent[]): Recomputed {
  return recomputeTask({
    pph: task.pph,
    gpus: task.gpus,
    acceptedGpuPph: task.acceptedGpuPph,
    intervals,
    runs: runsOf(events, { startedAt: task.startedAt, stopAt: task.stopAt }),
    stopAt: task.stopAt,
    before: { seconds: task.secondsBefore, to: task.toBefore },
    ledger: { charged: asUnits(task.charged), givenBack: asUnits(task.givenBack) },
    settled: task.settledNow === null ? null : { billedCents: BigInt(task.billedCents), inMonth: task.settledNow },
  });
}

interface TaskRow {
  text: string;
  gpuType: string;
  clusterName: string;
  gpus: number;
  pph: number;
  acceptedGpuPph: number;
  startedAt: number | null;
  stopAt: number | null;
  billedCents: number;
  /** Null if it was not settled by the end of the month. */
  settledNow: boolean | null;
  secondsBefore: number;
  toBefore: number | null;
  postings: number;
  charged: bigint;
  givenBack: bigint;
}

interface IntervalRow {
  from: number;
  to: number;
  units: bigint;
}

const TASK = `
  with posted as materialized (
    select posted.id, sum(entry.units) as units from ledger_transaction posted
    join ledger_entry entry on entry.transaction_id = posted.id
    join ledger_account account on account.id = entry.account_id and account.tenant_id = $1
    where posted.resv_guid = $2::uuid and posted.kind = 'task' and posted.at >= $3 and posted.at < $4
    group by posted.id
  ), before as (
    select coalesce(sum(extract(epoch from charge.to_ts - charge.from_ts)), 0)::int as seconds,
      extract(epoch from max(charge.to_ts))::float8 as to_ts
    from task_charge charge join ledger_transaction posted on posted.id = charge.transaction_id
    where charge.resv_guid = $2::uuid and posted.at < $3
  )
  select task_name as text, gpu_type as "gpuType", cluster_name as "clusterName", gpus_granted as gpus, pph,
    accepted_gpu_pph as "acceptedGpuPph", billed_cents as "billedCents",
    extract(epoch from started_at)::float8 as "startedAt",
    floor(extract(epoch from coalesce(stop_at, finished_at)))::float8 as "stopAt",
    case when settled_at < $4 then settled_at >= $3 end as "settledNow",
    before.seconds as "secondsBefore", before.to_ts as "toBefore",
    (select count(*)::int from posted) as postings,
    (select coalesce(-sum(units) filter (where units < 0), 0)::bigint from posted) as charged,
    (select coalesce(sum(units) filter (where units > 0), 0)::bigint from posted) as "givenBack"
  from task cross join before where resv_guid = $2::uuid and tenant_id = $1`;

const INTERVALS = `
  select extract(epoch from charge.from_ts)::float8 as from, extract(epoch from charge.to_ts)::float8 as to, charge.units
  from task_charge charge join ledger_transaction posted on posted.id = charge.transaction_id
  where charge.resv_guid = $1::uuid and posted.at >= $2 and posted.at < $3
  order by charge.from_ts`;
