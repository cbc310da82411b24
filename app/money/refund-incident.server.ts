import type { Tx } from "~/platform/db.server";
import { addCredit } from "./add-credit.server";
import { incidentRefund } from "./charge";
import { type Units, ZERO } from "./units";

/** Begins the key of each of these postings. */
export const INCIDENT_KEY = "refund:";

/**
 * Refunds a lost task's last 900 charged seconds, at most its bill, once per task and incident (B9).
 * @returns the amount refunded now.
 */
export async function refundIncident(tx: Tx, { resvGuid, now }: { resvGuid: string; now: Date }): Promise<Units> {
  const [task] = await tx.query<LostTask>(
    `select tenant_id as "tenantId", task_name as "taskName", pph, charged_seconds as "chargedSeconds", incidents
     from task where resv_guid = $1 for no key update`,
    [resvGuid],
  );
  const units = task ? incidentRefund(task) : ZERO;
  if (!task || units === 0n) return ZERO;
  const posted = await addCredit(tx, {
    tenantId: task.tenantId,
    units,
    from: "refund",
    kind: "refund",
    key: `${INCIDENT_KEY}${resvGuid}:${task.incidents}`,
    resvGuid,
    description: `Refund for ${task.taskName}`,
    now,
  });
  return posted ? units : ZERO;
}

interface LostTask {
  tenantId: number;
  taskName: string;
  pph: number;
  chargedSeconds: number;
  incidents: number;
}
