import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";

/**
 * Updates the SSH address of running tasks to that of their first placement, in case its agent has moved it to another
 * port.
 */
export async function updateSshAddresses(tx: Tx, resvGuids: readonly string[]): Promise<void> {
  if (resvGuids.length === 0) return;
  const moved = await tx.query<{ resvGuid: string; tenantId: number }>(
    `update task t set ssh_addr = p.ssh_addr, ssh_host_key = p.ssh_host_key, version = t.version + 1
     from placement p
     where t.resv_guid = any($1::uuid[]) and t.state = 'running' and p.resv_guid = t.resv_guid
       and p.attempt = t.attempts + 1 and p.rank = 0 and p.state = 'running'
       and (p.ssh_addr, p.ssh_host_key) is distinct from (t.ssh_addr, t.ssh_host_key)
     returning t.resv_guid as "resvGuid", t.tenant_id as "tenantId"`,
    [resvGuids],
  );
  await announce(
    tx,
    moved.map(({ resvGuid }) => ({ entity: "task" as const, key: resvGuid })),
  );
}
