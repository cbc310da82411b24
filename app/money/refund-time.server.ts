import type { Tx } from "~/platform/db.server";
import { addCredit } from "./add-credit.server";
import { refundOf } from "./charge";
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
  const units = asUnits(refundOf(task, seconds) - (await readRefunded(tx, resvGuid)));
  if (units <= 0n) return ZERO;
  const posted = await addCredit(tx, {
    ...{ tenantId: task.tenantId, units, from: "refund", kind: "refund", key, resvGuid, now },
    description: `Refund for ${task.taskName}`,
  });
  return posted ? units : ZERO;
}

async function readRefunded(tx: Tx, resvGuid: string): Promise<bigint> {
  const [row] = await tx.query<{ units: bigint }>(
    `select coalesce(-sum(entry.units), 0)::bigint as units from ledger_transaction posted
     join ledger_entry entry on entry.transaction_id = posted.id
     join ledger_account account on account.id = entry.account_id and account.kind = 'refund'
     where posted.resv_guid = $1 and posted.kind = 'refund'`,
    [resvGuid],
  );
  return row?.units ?? 0n;
}
