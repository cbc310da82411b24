import type { Tx } from "~/platform/db.server";
import { addCredit } from "./add-credit.server";
import { refundOf } from "./charge";
import { readGivenBack } from "./given-back.server";
import { asUnits, type Units, ZERO } from "./units";

/**
 * Refunds the charge of some of a finished task's seconds, at most its bill, less what was refunded of it already (20.10).
 * @returns the amount refunded now.
 */
export async function refundTime(
  tx: Tx,
  { resvGuid, seconds, key, now }: { resvGuid: string; seconds: number; key: string; now: Date },
): Promise<Units> {
  const [task] = await tx.query<{ tenantId: number; taskName: string; pph: number; chargedSeconds: number }>(
    `select tenant_id as "tenantId", task_name as "taskName", pph, charged_seconds as "chargedSeconds"
     from task where resv_guid = $1 for no key update`,
    [resvGuid],
  );
  if (!task) return ZERO;
  const units = asUnits(refundOf(task, seconds) - (await readGivenBack(tx, resvGuid)));
  if (units <= 0n) return ZERO;
  const posted = await addCredit(tx, {
    ...{ tenantId: task.tenantId, units, from: "refund", kind: "refund", key, resvGuid, now },
    description: `Refund for ${task.taskName}`,
  });
  return posted ? units : ZERO;
}
