/** Sender of statements: a separate client, or the pool's. */
export interface Asking {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

const TENANTS = 200;

/** Nodes that report without agents, and tasks that start for an hour: no part of the product moves them meanwhile. */
export async function plantFleet(connection: Asking, nodes: number): Promise<void> {
  await connection.query(
    `insert into tenant (tenant_name) select 'fleet-tenant-' || n from generate_series(1, $1::int) n`,
    [TENANTS],
  );
  await connection.query(
    `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, port, drain, health,
       simulated, agent_key_hash, boot_id, reported_at, reported_ts_dead, agent_version, sysinfo)
     select 'fleet-' || lpad(n::text, 4, '0'), 'fleet_' || lpad(n::text, 4, '0'), 'fra1', 'gpu8', 'a5000', 8,
       '10.0.' || n / 250 || '.' || n % 250, 22, case when n % 40 = 0 then 1 else 0 end,
       case when n % 97 = 0 then 'error' else 'healthy' end, true, '', 'boot', now(), 86400, '0.1.0',
       jsonb_build_object('cpu_cores', 32, 'mem_mb', 131072, 'mem_free', 90210, 'gpus', 8, 'disk_total', 1600,
         'disk_free', 1210, 'disk_name', 'nvme0n1', 'error_counter', case when n % 97 = 0 then 2 else 0 end,
         'ibs_active', 1, 'kernel', '6.1.0', 'updates_available', 0, 'ubuntu_needs_reboot', 0, 'reported_ts_dead', 86400)
     from generate_series(1, $1::int) n`,
    [nodes],
  );
  // GPUs 0-1, 2-3, 4-5 of every node and 6-7 of every second one.
  await connection.query(
    `with t as (
       insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image, ssh_public_key,
         state, accepted_gpu_pph, pph, accepted_at, state_at)
       select (select min(id) from tenant where tenant_name like 'fleet-tenant-%') + n.id % $1::int,
         'fleet-' || n.id || '-' || part, 'fra1', 'a5000', 2, 2, 'ubuntu22-cuda12', 'k', 'starting', 95, 190, now(),
         now() + interval '1 hour'
       from node n, generate_series(0, 3) part where n.node_name like 'fleet-%' and (part < 3 or n.id % 2 = 0)
       returning resv_guid, split_part(task_name, '-', 2)::int as node_id, split_part(task_name, '-', 3)::int as part
     ), p as (
       insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at)
       select resv_guid, node_id, array[part * 2, part * 2 + 1], 'acknowledged', 1, now() from t
       returning placement_id, node_id, gpus)
     insert into held_gpu (node_id, gpu, placement_id) select node_id, unnest(gpus), placement_id from p`,
    [TENANTS],
  );
  await connection.query("analyze");
}
