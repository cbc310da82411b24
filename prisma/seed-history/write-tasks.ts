import type { Tx } from "~/platform/db.server";
import { HISTORY_DAYS } from "./customers";
import { KILLED_BY_OWNER } from "~/compute/task-states";
import type { DemoTask } from "./business";

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
/** Time from its placement to running. */
export const START_MS = 20_000;
/** Time that a silent node has to come back. */
const AWAY_MS = 900_000;
const BACK = "running again, the gap is free";
const NO_REPORTS = "a node of the task does not report; not charged until it is back";
const CENTS_PER_GPU = { a5000: 95, a100: 249 };

/** Writes ended tasks with their history, each on its GPUs, or on a demo node of its kind that is large enough. */
export async function writeTasks(tx: Tx, who: { tenantId: number; userId: number }, tasks: DemoTask[]): Promise<void> {
  for (const task of tasks) await writeTask(tx, who, task);
}

/** Reasons of their ends. */
export const REASONS: Record<DemoTask["state"], string> = {
  finished: "exit code 0",
  killed: KILLED_BY_OWNER,
  failed: "the task ended before its SSH server was ready",
  lost: "its node was away for 15 minutes",
};

/** Returns when a task was over: a lost one only after its node did not come back. */
export function overAt(task: DemoTask): Date {
  return new Date(endOf(task).getTime() + (task.state === "lost" ? AWAY_MS : 0));
}

/** Returns the last second that is charged. */
function endOf({ startedAt, hours, gap }: DemoTask): Date {
  return new Date(startedAt.getTime() + hours * HOUR_MS + (gap?.minutes ?? 0) * MINUTE_MS);
}

async function writeTask(
  tx: Tx,
  { tenantId, userId }: { tenantId: number; userId: number },
  task: DemoTask,
): Promise<void> {
  const { resvGuid, taskName, cluster, gpuType, gpus, pph, hours, state, tags = [], gap, shares } = task;
  const placedAt = new Date(task.startedAt.getTime() - START_MS);
  const acceptedAt = task.queuedAt ?? placedAt;
  const waited = acceptedAt < placedAt;
  const endedAt = endOf(task);
  const startedAt = state === "failed" ? null : task.startedAt;
  const byOwner = state === "killed" ? userId : null;
  const exitCode = state === "finished" ? 0 : null;
  const isLost = state === "lost";
  await tx.query(
    `insert into task (resv_guid, tenant_id, created_by_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted,
       tenant_image, ssh_public_key, state, reason, exit_code, attempts, accepted_gpu_pph, pph, accepted_at, state_at,
       placed_at, started_at, charged_seconds, finished_at, settled_at, billed_cents, tags, stopped_by_id, incidents)
     values ($1, $2, $3, $4, $5, $6, $7, $7, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA demo', $8, $9, $10, 0, $11, $12, $13, $16,
       $22, $14, $17, $15, $16, $18, $19, $20, $21)`,
    [
      ...[resvGuid, tenantId, userId, taskName, cluster, gpuType, gpus, state],
      ...[REASONS[state], exitCode, CENTS_PER_GPU[gpuType], pph],
      ...[acceptedAt, startedAt, endedAt, overAt(task), hours * 3600, pph * hours],
      ...[tags, byOwner, isLost || gap ? 1 : 0, placedAt],
    ],
  );
  await tx.query(
    `with share as (
       select (one.value ->> 'nodeId')::int as node_id, array(select value::int from jsonb_array_elements_text(one.value -> 'gpus')) as gpus,
         one.place - 1 as rank
       from jsonb_array_elements($11::jsonb) with ordinality as one(value, place)
       union all (
         select id, array(select generate_series(0, $2::int - 1)), 0 from node
         where $11::jsonb is null and gpu_type = $7 and gpus >= $2 and pilot_of is null order by md5(node_name || $1::uuid::text) limit 1))
     insert into placement (resv_guid, node_id, rank, gpus, state, run, desired_version, assigned_at, running_at,
       seen_running_at, ended_at, exit_code, simulated, failed_at, incident)
     select $1::uuid, node_id, rank, gpus, $8, false, 1, $3, $4::timestamptz,
       case when $4 is not null then $5::timestamptz end, $9, $6, true, case when $4 is null then $5 end, $10
     from share`,
    [
      ...[resvGuid, gpus, placedAt, startedAt, endedAt, exitCode, gpuType],
      ...[isLost ? "revoked" : "stopped", overAt(task), isLost, shares ? JSON.stringify(shares) : null],
    ],
  );
  const steps: Step[] = [
    ...(waited ? [{ at: acceptedAt, from: "", to: "queued", text: "accepted into the queue" }] : []),
    { at: placedAt, from: waited ? "queued" : "", to: "placing", text: placedText(shares?.length ?? 1, gpus) },
    ...(startedAt ? [{ at: startedAt, from: "starting", to: "running", text: "running, charged from now on" }] : []),
    ...(gap ? gapOf(task.startedAt, gap) : []),
    ...(isLost ? [{ at: endedAt, from: "running", to: "incident", text: NO_REPORTS }] : []),
    {
      ...{ at: overAt(task), from: isLost ? "incident" : startedAt ? "running" : "starting", to: state },
      ...{ text: REASONS[state], userId: byOwner },
    },
  ];
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text, user_id)
     select $1, * from unnest($2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::int[])`,
    [
      ...[resvGuid, steps.map(({ at }) => at), steps.map(({ from }) => from), steps.map(({ to }) => to)],
      ...[steps.map(({ text = "" }) => text), steps.map(({ userId: by = null }) => by)],
    ],
  );
}

function placedText(nodes: number, gpus: number): string {
  return `placed on ${nodes === 1 ? "1 node" : `${nodes} nodes`}, ${gpus} ${gpus === 1 ? "GPU" : "GPUs"}`;
}

function gapOf(startedAt: Date, { afterHours, minutes }: NonNullable<DemoTask["gap"]>): Step[] {
  const at = startedAt.getTime() + afterHours * HOUR_MS;
  return [
    { at: new Date(at), from: "running", to: "incident", text: NO_REPORTS },
    { at: new Date(at + minutes * MINUTE_MS), from: "incident", to: "running", text: BACK },
  ];
}

interface Step {
  at: Date;
  from: string;
  to: string;
  text?: string;
  /** Member who did it. */
  userId?: number | null;
}

/**
 * Writes the number of held GPUs, as samples would have shown it: by quarter of an hour for three days, by day for the
 * days before, and what the demo's nodes cost.
 */
export async function writeGpuUse(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    `with kind as (
       select cluster_name, gpu_type, sum(gpus) as gpus, sum(ceil(gpus * $2::int / 8.0)) as cents
       from node where retired_at is null and pilot_of is null group by 1, 2
     ), costs as (
       insert into node_cost (cluster_name, gpu_type, gpus, cents)
       select distinct cluster_name, gpu_type, gpus, ceil(gpus * $2::int / 8.0) from node
       where retired_at is null and pilot_of is null on conflict do nothing
     ), held as (
       select bucket, kind.*, least(kind.gpus, coalesce((
         select sum(t.gpus_granted) from task t where t.cluster_name = kind.cluster_name and t.gpu_type = kind.gpu_type
           and t.started_at <= bucket and t.finished_at > bucket), 0)) as busy
       from generate_series(date_bin('15 minutes', $1::timestamptz, 'epoch') - interval '${HISTORY_DAYS} days',
         $1::timestamptz - interval '15 minutes', interval '15 minutes') as bucket, kind)
     insert into gpu_use (at, cluster_name, gpu_type, samples, busy, in_service, gpus, cost_cents)
     select case when bucket < $1::timestamptz - interval '3 days' then date_trunc('day', bucket, 'UTC') else bucket end,
       cluster_name, gpu_type, sum(15), sum(15 * busy), sum(15 * gpus), sum(15 * gpus), sum(15 * cents)
     from held group by 1, 2, 3 on conflict do nothing`,
    [now, NODE_CENTS],
  );
}

/** Cents per hour of a node with 8 GPUs: little, because the demo's few customers rent little. */
const NODE_CENTS = 20;
