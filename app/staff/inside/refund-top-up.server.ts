import { transaction } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { lockRefundable, orderCardRefund } from "~/payments/order-card-refund.server";
import { writeAudit } from "~/platform/write-audit.server";
import { lockGiver } from "./lock-giver.server";
import type { AdminAct } from "./lock-user.server";

interface RefundTopUp extends Omit<AdminAct, "userId"> {
  topupId: string;
  cents: Cents;
  reason: string;
  note: string;
  formKey: string;
}

/**
 * Orders a refund of unspent money of a top-up to its card, as an admin (6.12).
 * @returns whether it was ordered now; false if this form had ordered it before.
 */
export async function refundTopUp(given: RefundTopUp): Promise<boolean> {
  const { topupId, cents, reason, note, formKey, actorId, requestId, now } = given;
  return await transaction(async (tx) => {
    const topUp = await lockRefundable(tx, topupId);
    const { tenantId } = topUp;
    await lockGiver(tx, { ...given, tenantId });
    if (!(await orderCardRefund(tx, { ...given, orderId: formKey, topUp, task: null }))) return false;
    const audit = { userId: actorId, tenantId, action: "top-up.refund", target: `top-up:${topupId}`, reason };
    await writeAudit({ ...audit, after: { cents: Number(cents), reason, ...(note && { note }) }, requestId, now }, tx);
    return true;
  });
}
