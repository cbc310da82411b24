import { transaction } from "~/platform/db.server";
import { giveBack, type GivenTask } from "~/money/give-back.server";
import { type Units, wholeCents } from "~/money/units";
import { lockRefundable, orderCardRefund } from "~/payments/order-card-refund.server";
import { writeAudit } from "~/platform/write-audit.server";
import { lockGiver } from "./lock-giver.server";
import type { AdminAct } from "./lock-user.server";

interface GiveBackTasks extends Omit<AdminAct, "userId"> {
  tenantId: number;
  tasks: readonly GivenTask[];
  reason: string;
  note: string;
  formKey: string;
  /** The top-up to whose card the cost of a single task goes, in whole cents; null: to the balance. */
  topupId?: string | null;
}

/**
 * Gives back some of the cost of a tenant's tasks as an admin (B19).
 * @returns whether it was done now; false if this form had done it before.
 */
export async function giveBackTasks(given: GiveBackTasks): Promise<boolean> {
  const { topupId = null, tasks, formKey } = given;
  return await transaction(async (tx) => {
    const topUp = topupId === null ? null : await lockRefundable(tx, topupId);
    await lockGiver(tx, given);
    if (!(await giveBack(tx, { ...given, toCard: topUp !== null }))) return false;
    const [task] = tasks;
    if (topUp && task)
      await orderCardRefund(tx, { ...given, orderId: formKey, topUp, task, cents: wholeCents(task.units) });
    for (const one of tasks) await writeAudit(auditOf(given, one), tx);
    return true;
  });
}

function auditOf(given: GiveBackTasks, { resvGuid, units, before }: GivenTask) {
  const { actorId, tenantId, reason, note, topupId, requestId, now } = given;
  return {
    ...{ userId: actorId, tenantId, action: "task.give-back", target: `task:${resvGuid}`, reason, requestId, now },
    before: { given_cents: centsOf(before) },
    after: { cents: centsOf(units), reason, ...(note && { note }), ...(topupId && { to_card_of: topupId }) },
  };
}

function centsOf(units: Units): number {
  return Number(wholeCents(units));
}
