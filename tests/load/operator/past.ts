import type { Queryable } from "~/platform/db.server";

const ENDED = 1_000_000;
const DAYS = 180;
const WAITING = 10_000;
/** Ended tasks of the measured tenant. */
export const OWN_TASKS = 2_000;

/** Writes ended tasks with their places, the waiting tasks, and the load of the GPUs. Without triggers. */
export async function fillPast(connection: Queryable, now: Date): Promise<void> {
  await connection.query(
    `with t as (
       insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image, ssh_public_key,
         state, accepted_gpu_pph, pph, accepted_at, state_at, placed_at, started_at, finished_at, settled_at, billed_cents)
       select case when n <= $4 then 1 else 1 + n % 50000 end, 'experiment-' || n, 'fra1', 'a5000', 1, 1, 'ubuntu22-cuda12', 'k',
         'finished', 95, 95, at, at, at, at, at + interval '1 hour', at + interval '1 hour', 95
       from generate_series(1, $1::int) n,
         lateral (select $2::timestamptz - interval '1 hour' - n * ($3 * interval '1 day' / $1) as at) begun
       returning resv_guid, accepted_at as at, finished_at, task_name)
     insert into placement (resv_guid, node_id, gpus, state, run, desired_version, assigned_at, running_at, ended_at)
     select resv_guid, nodes.ids[1 + split_part(task_name, '-', 2)::int % cardinality(nodes.ids)], '{0}', 'stopped', false, 1,
       at, at, finished_at
     from t, (select array_agg(id) as ids from node) nodes`,
    [ENDED, now, DAYS, OWN_TASKS],
  );
  await connection.query(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state, wait_reason,
       position, accepted_gpu_pph, pph, accepted_at, state_at)
     select 1 + n, 'waiting-' || n, (array['fra1', 'ams2'])[1 + n % 2], (array['a5000', 'a100'])[1 + n % 2], 8, 'ubuntu22-cuda12',
       'k', 'queued', 'waiting_for_gpus', n, 95, 760, $2::timestamptz - n * interval '20 seconds', $2
     from generate_series(1, $1::int) n`,
    [WAITING, now],
  );
  await connection.query(
    `insert into task_event (resv_guid, at, from_state, to_state) select resv_guid, state_at, 'running', state from task
     where tenant_id = 1`,
  );
  await connection.query(
    `insert into gpu_use (at, cluster_name, gpu_type, samples, busy, in_service, gpus, cost_cents)
     select at, 'fra1', 'a5000', 15, 15 * (5000 + extract(hour from at) * 100), 15 * 7900, 15 * 8000, 15 * 420000
     from generate_series($1::timestamptz - interval '30 days', $1::timestamptz, interval '15 minutes') each,
       lateral (select date_bin('15 minutes', each, '2000-01-01 UTC') as at) quarter`,
    [now],
  );
}
