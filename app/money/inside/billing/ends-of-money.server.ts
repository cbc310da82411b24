import type { Tx } from "~/platform/db.server";
import { coveredUntil } from "~/money/charge";
import { readChargedVolumes } from "~/money/charged-volumes.server";
import { readAvailable } from "~/money/read-available.server";
import { readChargedTasks } from "~/money/read-charged-tasks.server";

/**
 * Finds, for tenants whose balance does not cover their tasks and volumes up to `until`, the last whole second that it
 * covers (B8). The caller holds their accounts.
 */
export async function endsOfMoney(tx: Tx, tenantIds: readonly number[], until: Date): Promise<Map<number, Date>> {
  const ends = new Map<number, Date>();
  for (const money of (await readAvailable(tx, tenantIds, until)).values()) {
    if (money.unchargedUnits <= money.balanceUnits) continue;
    const tasks = await readChargedTasks(tx, money.tenantId, until);
    const volumes = await readChargedVolumes(tx, money.tenantId);
    const end = coveredUntil(money.balanceUnits, tasks, Math.floor(until.getTime() / 1000), volumes);
    ends.set(money.tenantId, new Date(end * 1000));
  }
  return ends;
}
