import { randomUUID } from "node:crypto";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { openAccounts } from "~/money/open-accounts.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import type { Row } from "~/compute/inside/capacity/read-row.server";

/** A tenant may have 50 unfinished tasks. */
const TASKS_PER_TENANT = 50;
const DOLLARS = 100_000n;

/** A separate cluster with healthy 8-GPU nodes and a queue, whose tasks ask for those GPUs in turn. */
export async function fillRow(given: { nodes: number; tasks: number; gpus: number[] }): Promise<Row> {
  const clusterName = `bench-${randomUUID().slice(0, 8)}`;
  const gpuType = "bench";
  await db.query(`insert into cluster (name, position, networks) values ($1, 99, '{ethernet}')`, [clusterName]);
  await db.query(`insert into price (gpu_type, pph_cents) values ($1, 95) on conflict do nothing`, [gpuType]);
  await db.query(
    `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, port, health,
       simulated, agent_key_hash, boot_id, reported_at)
     select $1 || '-' || n, replace($1, '-', '_') || '_' || n, $1, 'bench8', $2, 8, '127.0.0.1', 22, 'healthy', true,
       '', 'boot', now()
     from generate_series(1, $3::int) n`,
    [clusterName, gpuType, given.nodes],
  );
  const tenantIds = await addTenants(clusterName, Math.ceil(given.tasks / TASKS_PER_TENANT));
  await db.query(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
       accepted_gpu_pph, pph, accepted_at, state_at)
     select ($3::int[])[1 + n % cardinality($3::int[])], 'bench-' || n, $1, $2,
       ($4::int[])[1 + n % cardinality($4::int[])], 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'queued', 95,
       95 * ($4::int[])[1 + n % cardinality($4::int[])], now() - n * interval '1 millisecond', now()
     from generate_series(0, $5::int - 1) n`,
    [clusterName, gpuType, tenantIds, given.gpus, given.tasks],
  );
  return { clusterName, gpuType };
}

async function addTenants(clusterName: string, count: number): Promise<number[]> {
  const tenantIds: number[] = [];
  for (let number = 0; number < count; number += 1) {
    await transaction(async (tx) => {
      const tenantName = `${clusterName}-${number}`;
      const rows = await tx.query<{ id: number }>(`insert into tenant (tenant_name) values ($1) returning id`, [
        tenantName,
      ]);
      const tenantId = rows[0]?.id ?? 0;
      await openAccounts(tx, { tenantId });
      await addCredit(tx, {
        tenantId,
        units: asUnits(DOLLARS * UNITS_PER_DOLLAR),
        from: "promo",
        kind: "adjustment",
        key: `bench:${tenantName}`,
        description: "Bench",
        now: new Date(),
      });
      tenantIds.push(tenantId);
    });
  }
  return tenantIds;
}
