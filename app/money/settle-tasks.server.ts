import type { Tx } from "~/platform/db.server";
import { addCredit } from "./add-credit.server";
import { settlement } from "./charge";
import { asUnits, type Cents } from "./units";

/**
 * Settles ended tasks once: bills whole cents and returns the fraction of a cent to the customer (B4). Their last
 * charge is already posted.
 */
export async function settleTasks(
  tx: Tx,
  { resvGuids, now }: { resvGuids: readonly string[]; now: Date },
): Promise<void> {
  const tasks = await lockUnsettled(tx, resvGuids);
  if (tasks.length === 0) return;
  const billed: Cents[] = [];
  for (const task of tasks) {
    const settled = settlement(asUnits(task.charged));
    billed.push(settled.billed);
    if (settled.remainder === 0n) continue;
    await addCredit(tx, {
      tenantId: task.tenant_id,
      units: settled.remainder,
      from: "revenue",
      kind: "task",
      key: `settle:${task.resv_guid}`,
      resvGuid: task.resv_guid,
      description: "",
      now,
    });
  }
  await tx.query(
    `update task set billed_cents = settled.cents, settled_at = $3, charged_to = null
     from unnest($1::uuid[], $2::int[]) as settled(id, cents) where resv_guid = settled.id`,
    [tasks.map((task) => task.resv_guid), billed, now],
  );
}

interface Unsettled {
  resv_guid: string;
  tenant_id: number;
  charged: bigint;
}

async function lockUnsettled(tx: Tx, resvGuids: readonly string[]): Promise<Unsettled[]> {
  return await tx.query<Unsettled>(
    `with locked as materialized (
       select resv_guid, tenant_id from task where resv_guid = any($1::uuid[]) and settled_at is null
       order by resv_guid for no key update)
     select resv_guid, tenant_id, coalesce((select sum(units) from task_charge charge
       where charge.resv_guid = locked.resv_guid), 0)::bigint as charged
     from locked order by tenant_id, resv_guid`,
    [resvGuids],
  );
}
