import type { Tx } from "~/platform/db.server";

/** Takes the lock under which all placing decisions for that row of capacity are made (S8). */
export async function lockRow(
  tx: Tx,
  { clusterName, gpuType }: { clusterName: string; gpuType: string },
): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`row:${clusterName}:${gpuType}`]);
}

/** Locks tenants: until the commit no other row can spend the same money, and two reservations cannot both be the 50th. */
export async function lockTenants(tx: Tx, tenantIds: number[]): Promise<void> {
  await tx.query(`select id from tenant where id = any($1) order by id for no key update`, [tenantIds]);
}
