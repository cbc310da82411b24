import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";
import { claimForecast, endForecast } from "~/rehearsal/forecast-queue.server";
import { type ForecastOutcome, runForecast, type StoredForecast } from "~/rehearsal/run-forecast.server";

const TASK = `insert into task (resv_guid, tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image,
  ssh_public_key, state, wait_reason, accepted_gpu_pph, pph, accepted_at, state_at, placed_at, finished_at, charged_seconds)`;

/** Weeks in which a task of 8 GPUs came every four hours and ran for three, on one node. */
export async function aQuietPast(given: {
  tenantId: number;
  nodeId: number;
  now: Date;
  weeks?: number;
}): Promise<void> {
  const { tenantId, nodeId, now, weeks = 3 } = given;
  await db.query(
    `with made as (
       ${TASK}
       select gen_random_uuid(), $tenantId, 'past-' || ago, 'fra1', 'a5000', 8, 8, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'finished',
         '', 100, 800, at.start, at.start + interval '3 hours', at.start, at.start + interval '3 hours', 10800
       from generate_series(4, $hours::int, 4) ago, lateral (select $now::timestamptz - make_interval(hours => ago) as start) at
       returning resv_guid, placed_at, finished_at)
     insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at, ended_at)
     select resv_guid, $nodeId::int, '{0,1,2,3,4,5,6,7}', 'stopped', 1, placed_at, finished_at from made`,
    { tenantId, nodeId, now, hours: weeks * 168 },
  );
}

/** A task that waits for 8 GPUs since a minute. */
export async function aQueuedTask(given: { tenantId: number; now: Date; reason?: string }): Promise<string> {
  const { tenantId, now, reason = "waiting_for_gpus" } = given;
  const resvGuid = randomUUID();
  await db.query(
    `${TASK}
     values ($1, $2, $3, 'fra1', 'a5000', 8, 0, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'queued', $4, 100, 800,
       $5::timestamptz - interval '1 minute', $5, null, null, 0)`,
    [resvGuid, tenantId, `waiting-${resvGuid.slice(0, 8)}`, reason, now],
  );
  return resvGuid;
}

/** Makes a forecast to its end, as its thread does. */
export async function outcomeAt(now: Date): Promise<ForecastOutcome> {
  const run = runForecast({ now });
  for (;;) {
    const turn = await run.next();
    if (turn.done) return turn.value;
  }
}

/** Makes this hour's forecast and stores it. */
export async function aForecast(now: Date): Promise<void> {
  const run = await claimForecast({ holder: randomUUID(), now });
  if (!run) throw new Error("nothing was claimed");
  await endForecast(run, await outcomeAt(now));
}

/** A stored forecast in which nothing happens. */
export async function aStoredForecast(): Promise<void> {
  const quiet = { low: [0], middle: [0], high: [0] };
  const row = { clusterName: null, gpuType: null, waiting: quiet, free: quiet, cents: quiet, centsUntil: quiet };
  const result: StoredForecast = { fromS: 0, samples: 8, weeks: 2, rows: [row] };
  await db.query(`insert into forecast (hour, made_at, result) values (0, now(), $1)`, [JSON.stringify(result)]);
}
