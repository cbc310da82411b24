import { transaction } from "~/platform/db.server";
import { refuseWhileAddressMoves } from "~/accounts/refuse-while-revertible.server";
import { giveBack, type GivenTask } from "~/money/give-back.server";
import { type Units, wholeCents } from "~/money/units";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/staff/messages";
import { type AdminAct, lockUser } from "./lock-user.server";

interface GiveBackTasks extends Omit<AdminAct, "userId"> {
  tenantId: number;
  tasks: readonly GivenTask[];
  reason: string;
  note: string;
  formKey: string;
}

/**
 * Gives back some of the cost of a tenant's tasks as an admin (B19), as they may adjust its balance: not their own, not a
 * closed account's, and not while their own address changes.
 * @returns whether it was done now; false if this form had done it before.
 */
export async function giveBackTasks(given: GiveBackTasks): Promise<boolean> {
  const { tenantId, actorId, now } = given;
  return await transaction(async (tx) => {
    const [owner] = await tx.query<{ userId: number }>(
      `select user_id as "userId" from member where tenant_id = $1 and role = 'owner'`,
      [tenantId],
    );
    if (!owner) throw new Refusal(M.notFound, { status: 404 });
    const { state } = await lockUser(tx, { ...given, userId: owner.userId });
    await refuseWhileAddressMoves(tx, actorId, now);
    if (state === "closed") throw new Refusal("This account is closed.");
    if (!(await giveBack(tx, given))) return false;
    for (const task of given.tasks) await writeAudit(auditOf(given, task), tx);
    return true;
  });
}

function auditOf(
  { actorId, tenantId, reason, note, requestId, now }: GiveBackTasks,
  { resvGuid, units, before }: GivenTask,
) {
  return {
    ...{ userId: actorId, tenantId, action: "task.give-back", target: `task:${resvGuid}`, reason, requestId, now },
    before: { given_cents: centsOf(before) },
    after: { cents: centsOf(units), reason, ...(note === "" ? {} : { note }) },
  };
}

function centsOf(units: Units): number {
  return Number(wholeCents(units));
}
