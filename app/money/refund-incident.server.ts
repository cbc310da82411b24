import type { Tx } from "~/platform/db.server";
import { addCredit } from "./add-credit.server";
import { incidentRefund, stillDue } from "./charge";
import { readGivenBack } from "./given-back.server";
import { type Units, ZERO } from "./units";

/** Begins the key of each of these postings. */
export const INCIDENT_KEY = "refund:";

/**
 * Refunds a lost task's last 900 charged seconds, at most its bill less what was given back before, once per task and
 * incident (B9, B19).
 * @returns the amount refunded now.
 */
export async function refundIncident(tx: Tx, { resvGuid, now }: { resvGuid: string; now: Date }): Promise<Units> {
  const [task] = await tx.query<LostTask>(
    `select tenant_id as "tenantId", task_name as "taskName", pph, charged_seconds as "chargedSeconds", incidents
     from task where resv_guid = $1 for no key update`,
    [resvGuid],
  );
  if (!task) return ZERO;
  const key = `${INCIDENT_KEY}${resvGuid}:${task.incidents}`;
  const [before] = await tx.query(`select from ledger_transaction where key = $1`, [key]);
  if (before) return ZERO;
  const units = stillDue(incidentRefund(task), { ...task, givenBack: await readGivenBack(tx, resvGuid) });
  if (units <= 0n) return ZERO;
  await addCredit(tx, {
    tenantId: task.tenantId,
    units,
    from: "refund",
    kind: "refund",
    key,
    resvGuid,
    description: `Refund for ${task.taskName}`,
    now,
  });
  return units;
}

interface LostTask {
  tenantId: number;
  taskName: string;
  pph: number;
  chargedSeconds: number;
  incidents: number;
}
