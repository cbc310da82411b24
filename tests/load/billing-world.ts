import { type Queryable, sweep, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { openAccounts } from "~/money/open-accounts.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";

const TASKS_PER_TENANT = 50;
const DOLLARS = 100_000n;

/** Running 1-GPU tasks on full nodes, 50 a tenant, all charged up to `since`. */
export async function fillRunning({ tasks, since }: { tasks: number; since: Date }): Promise<void> {
  await openTenants(Math.ceil(tasks / TASKS_PER_TENANT), since);
  await sweep((connection) => insertRunning(connection, { tasks, since }));
}

async function insertRunning(connection: Queryable, { tasks, since }: { tasks: number; since: Date }): Promise<void> {
  await connection.query(`insert into cluster (name, position, networks) values ('bench', 99, '{ethernet}')`);
  await connection.query(
    `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, port, health,
       agent_key_hash, boot_id, reported_at)
     select 'bench-' || n, 'bench_' || n, 'bench', 'bench8', 'bench', 8, '127.0.0.1', 22, 'healthy', '', 'boot', $2
     from generate_series(1, $1::int) n`,
    [Math.ceil(tasks / GPUS_PER_NODE), since],
  );
  await connection.query(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image,
       ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at, placed_at, started_at, charged_to)
     select tenants.ids[1 + n % cardinality(tenants.ids)], 'bench-' || n, 'bench', 'bench', 1, 1, 'ubuntu22-cuda12',
       'ssh-ed25519 AAAA', 'running', 95, 95, $2, $2, $2, $2, $2
     from generate_series(0, $1::int - 1) n, (select array_agg(id) as ids from tenant) tenants`,
    [tasks, since],
  );
  await connection.query(
    `insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at, running_at, seen_running_at)
     select resv_guid, nodes.ids[1 + (row_number() over ())::int / 8 % cardinality(nodes.ids)], '{0}', 'running', 1,
       $1, $1, $1
     from task, (select array_agg(id) as ids from node) nodes`,
    [since],
  );
  await connection.query(`vacuum analyze`);
}

/** Tenants with money. */
export async function openTenants(count: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const tenantName = `bench-${number}`;
      const [tenant] = await tx.query<{ id: number }>(`insert into tenant (tenant_name) values ($1) returning id`, [
        tenantName,
      ]);
      if (!tenant) throw new Error("no tenant was stored");
      await openAccounts(tx, { tenantId: tenant.id });
      await addCredit(tx, {
        tenantId: tenant.id,
        units: asUnits(DOLLARS * UNITS_PER_DOLLAR),
        from: "promo",
        kind: "adjustment",
        key: `bench:${tenantName}`,
        description: "Bench",
        now,
      });
    }
  });
}
