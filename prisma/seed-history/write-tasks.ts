import type { Tx } from "~/platform/db.server";
import type { DemoTask } from "./business";

const HOUR_MS = 3_600_000;
/** Time from acceptance to running. */
const START_MS = 20_000;
const CENTS_PER_GPU = { a5000: 95, a100: 249 };

/** Writes ended tasks, each on a demo node of its kind that is large enough, with their history. */
export async function writeTasks(tx: Tx, who: { tenantId: number; userId: number }, tasks: DemoTask[]): Promise<void> {
  for (const task of tasks) await writeTask(tx, who, task);
}

async function writeTask(
  tx: Tx,
  { tenantId, userId }: { tenantId: number; userId: number },
  task: DemoTask,
): Promise<void> {
  const { resvGuid, taskName, cluster, gpuType, gpus, pph, startedAt, hours, state } = task;
  const acceptedAt = new Date(startedAt.getTime() - START_MS);
  const endedAt = new Date(startedAt.getTime() + hours * HOUR_MS);
  await tx.query(
    `insert into task (resv_guid, tenant_id, created_by_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted,
       tenant_image, ssh_public_key, state, reason, exit_code, attempts, accepted_gpu_pph, pph, accepted_at, state_at,
       placed_at, started_at, charged_seconds, finished_at, settled_at, billed_cents)
     values ($1, $2, $3, $4, $5, $6, $7, $7, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA demo', $8, $9, $10, 0, $11, $12, $13, $15,
       $13, $14, $16, $15, $15, $17)`,
    [
      ...[resvGuid, tenantId, userId, taskName, cluster, gpuType, gpus, state],
      ...[state === "finished" ? "exit code 0" : "", state === "finished" ? 0 : null, CENTS_PER_GPU[gpuType], pph],
      ...[acceptedAt, startedAt, endedAt, hours * 3600, pph * hours],
    ],
  );
  await tx.query(
    `insert into placement (resv_guid, node_id, gpus, state, run, desired_version, assigned_at, running_at,
       seen_running_at, ended_at, exit_code, simulated)
     select $1::uuid, id, array(select generate_series(0, $2::int - 1)), 'stopped', false, 1, $3, $4, $5, $5, $6, true
     from node where gpu_type = $7 and gpus >= $2 order by md5(node_name || $1::uuid::text) limit 1`,
    [resvGuid, gpus, acceptedAt, startedAt, endedAt, state === "finished" ? 0 : null, gpuType],
  );
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text)
     values ($1::uuid, $2::timestamptz, '', 'placing', ''), ($1, $3, 'starting', 'running', ''), ($1, $4, 'running', $5, $6)`,
    [resvGuid, acceptedAt, startedAt, endedAt, state, state === "finished" ? "exit code 0" : ""],
  );
}

/** Writes the number of held GPUs, as samples would have shown it. */
export async function writeGpuUse(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    `insert into gpu_use (at, cluster_name, gpu_type, samples, busy, in_service)
     select bucket, kind.cluster_name, kind.gpu_type, 15, 15 * least(kind.gpus, coalesce((
         select sum(t.gpus_granted) from task t where t.cluster_name = kind.cluster_name and t.gpu_type = kind.gpu_type
           and t.started_at <= bucket and t.finished_at > bucket), 0)), 15 * kind.gpus
     from generate_series(date_bin('15 minutes', $1::timestamptz, 'epoch') - interval '3 days',
       $1::timestamptz - interval '15 minutes', interval '15 minutes') as bucket,
       (select cluster_name, gpu_type, sum(gpus) as gpus from node where retired_at is null group by 1, 2) kind
     on conflict do nothing`,
    [now],
  );
}
